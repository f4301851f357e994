# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # How long does decoding take here?
#
# This notebook measures decode times of nine formats on this machine, fits the formula of a device
# profile to them, and shows the error of the formula. The formula has three parts: fixed
# milliseconds, milliseconds for a million pixels, and milliseconds for 10^6 encoded bytes.
#
# The notebook makes pictures, decodes each several times with Pillow and its plug-ins, and passes
# the readings to `scrollsim calibrate`, which fits them.
#
# - `SCROLLSIM` names the command; by default it is the one of the wheel, on the PATH or
#   in `.build/release`.
# - `SCROLLSIM_READINGS` is the file for the readings (default `READINGS.csv`).
# - `SCROLLSIM_LAB_READINGS` may name readings of another program on the same machine, such as those of
#   a loader with libjpeg-turbo and libpng; the last part compares both.
# - `SCROLLSIM_MACHINE` and `SCROLLSIM_DATE` replace the machine and date that the system reports.

# %%
import csv
import datetime
import io
import os
import platform
import random
import time
from pathlib import Path

import matplotlib.pyplot as plt
import numpy
import pandas
import pillow_heif
import PIL
from PIL import AvifImagePlugin, Image, ImageDraw, features
from scrollsim import ask, command
from scrollsim.notebook import say

pillow_heif.register_heif_opener()
# One thread for each decode, as on a lane of the simulator; memory that a decode used is kept for the
# next, since fresh memory is a figure of its own (`memory.firstTouch`).
pillow_heif.options.DECODE_THREADS = 1
AvifImagePlugin.DEFAULT_MAX_THREADS = 1
Image.core.set_blocks_max(64)

READINGS = Path(os.environ.get("SCROLLSIM_READINGS", "READINGS.csv"))


def processor():
    """What the system calls its processor."""
    try:
        names = [
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ]
    except OSError:
        names = []
    return (names or [platform.processor() or platform.machine()])[0]


MACHINE = os.environ.get("SCROLLSIM_MACHINE") or f"{processor()}, Pillow {PIL.__version__}"
DATE = os.environ.get("SCROLLSIM_DATE") or datetime.date.today().isoformat()
for feature in ("libjpeg_turbo", "zlib", "webp", "avif", "jpg_2000"):
    print(f"{feature:14} {features.version(feature)}")
print(f"{'libheif':14} {pillow_heif.libheif_version()}")

# %% [markdown]
# ## Pictures
#
# Half of the pictures are like photos, with detail at all scales (noise whose power falls with the
# square of its frequency) and some grain; half are flat, like screenshots. Sizes, shapes, detail and
# quality differ, so that the files differ in bytes per pixel. Otherwise no fit could separate the
# cost of pixels from the cost of bytes.

# %%
FORMATS = {
    "png": {"format": "PNG"},
    "jpeg": {"format": "JPEG"},
    "progressive-jpeg": {"format": "JPEG", "progressive": True},
    "heic": {"format": "HEIF"},
    "webp": {"format": "WEBP", "method": 2},
    "avif": {"format": "AVIF", "speed": 9, "max_threads": 1},
    "jpeg-2000": {"format": "JPEG2000", "irreversible": True, "quality_mode": "rates"},
    "gif": {"format": "GIF"},
    "tiff": {"format": "TIFF", "compression": "tiff_adobe_deflate"},
}
LOSSY = {"jpeg", "progressive-jpeg", "heic", "webp", "avif"}
# Half the long side doubles from one to the next; each is made in several shapes.
SIZES = [(160, 120), (240, 320), (480, 480), (640, 480), (720, 960), (1280, 720), (1200, 1600)]
PER_SIZE = 2
ROUNDS = 5


def photo(width, height, dice):
    """Detail at all scales, in three channels that go along with one another."""
    across = numpy.fft.fftfreq(width)[None, :]
    down = numpy.fft.fftfreq(height)[:, None]
    frequency = numpy.sqrt(across**2 + down**2)
    frequency[0, 0] = 1 / max(width, height)
    roughness = dice.uniform(0.95, 1.45)
    channels = []
    for _ in range(2):
        noise = numpy.fft.fft2(dice.standard_normal((height, width)))
        field = numpy.fft.ifft2(noise / frequency**roughness).real
        channels.append((field - field.mean()) / field.std())
    gray, color = channels
    planes = [gray + 0.4 * color, gray, gray - 0.4 * color]
    pixels = numpy.stack(planes, axis=-1) * 48 + 128
    pixels += dice.normal(0, dice.uniform(0.5, 4), (height, width, 1))
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype(numpy.uint8))


def graphic(width, height, dice):
    """Flat areas, a gradient, lines and something like text."""
    top, bottom = dice.integers(160, 256, (2, 3))
    share = numpy.linspace(0, 1, height)[:, None, None]
    pixels = numpy.broadcast_to(top * (1 - share) + bottom * share, (height, width, 3))
    image = Image.fromarray(pixels.astype(numpy.uint8))
    draw = ImageDraw.Draw(image)
    for _ in range(int(dice.integers(4, 16))):
        left, upper = dice.integers(0, width), dice.integers(0, height)
        right, lower = left + dice.integers(8, width), upper + dice.integers(8, height)
        color = tuple(int(value) for value in dice.integers(0, 256, 3))
        draw.rectangle([left, upper, right, lower], fill=color, outline=(30, 30, 30))
    for _ in range(int(dice.integers(0, 1 + height // 8))):
        place = (int(dice.integers(0, width)), int(dice.integers(0, height)))
        draw.text(place, "The quick brown fox jumps over it", fill=(20, 20, 20))
    return image


def encoded(image, name, dice):
    """A file of the picture, as bytes."""
    settings = dict(FORMATS[name])
    if name in LOSSY:
        settings["quality"] = int(dice.integers(45, 93))
    if name == "jpeg-2000":
        settings["quality_layers"] = [float(dice.uniform(8, 40))]
    if name == "gif":
        image = image.quantize(256)
    file = io.BytesIO()
    image.save(file, **settings)
    return file.getvalue()


files = []
for number, (width, height) in enumerate(SIZES):
    for content, draw in (("photo", photo), ("graphic", graphic)):
        for shape in range(PER_SIZE):
            dice = numpy.random.default_rng([number, shape, content == "photo"])
            # Not all of one ratio of sides.
            longer = int(width * dice.uniform(0.8, 1.25))
            picture = draw(longer, height, dice)
            for name in FORMATS:
                files.append(
                    {
                        "file": f"{content}-{number}{shape}.{name}",
                        "width": longer,
                        "height": height,
                        "format": name,
                        "content": content,
                        "data": encoded(picture, name, dice),
                    }
                )
say(f"{len(files)} files, {sum(len(file['data']) for file in files) / 1e6:.1f} MB.")

# %% [markdown]
# ## Readings
#
# Every file is decoded once before anything is timed. Then all files take turns, round after round,
# each round in another order. So disturbances of the machine affect all formats equally, and the
# differences between rounds show how steady it is. The readings are the processor time of all
# threads of this process.

# %%


def decode(data):
    """Milliseconds of the processor for one decode."""
    start = time.process_time()
    with Image.open(io.BytesIO(data)) as image:
        image.load()
    return (time.process_time() - start) * 1000


for file in files:
    decode(file["data"])
order = random.Random(1)
rows = []
for repetition in range(ROUNDS):
    order.shuffle(files)
    for file in files:
        row = {name: file[name] for name in ("file", "width", "height", "format", "content")}
        rows.append(
            row
            | {
                "bytes": len(file["data"]),
                "repetition": repetition,
                "ms": max(1e-6, round(decode(file["data"]), 4)),
            }
        )
rows.sort(key=lambda row: (list(FORMATS).index(row["format"]), row["file"], row["repetition"]))

COLUMNS = ["file", "width", "height", "bytes", "format", "content", "repetition", "ms"]
with READINGS.open("w", newline="") as output:
    output.write(f"# machine: {MACHINE}\n# date: {DATE}\n")
    writer = csv.DictWriter(output, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
say(f"{len(rows)} readings in `{READINGS}`.")

# %% [markdown]
# ## The fit
#
# `scrollsim calibrate` prints the formula of each format and content, its error, and the deviation
# of single files (`files`) and single decodes (`jobs`).

# %%


def calibrate(readings):
    """Returns the document of `scrollsim calibrate` for a file of readings."""
    return ask("calibrate", readings)


print(command("calibrate", READINGS))
document = calibrate(READINGS)
fits = {(fit["format"], fit["content"]): fit for fit in document["formats"]}
table = pandas.DataFrame(document["formats"]).drop(columns=["files", "standardErrors"])

# %% [markdown]
# ## The error of the formula
#
# Each point is a file: its time, which is the median of its decodes, divided by the formula's. If
# the formula lacked a term, the points would form a curve; if it is only coarse, they scatter.

# %%
COLORS = {"photo": "#0072B2", "graphic": "#E69F00"}
figure, axes = plt.subplots(3, 3, figsize=(11, 9), sharex=True, sharey=True)
for ax, name in zip(axes.flat, FORMATS, strict=True):
    for content, color in COLORS.items():
        points = fits[name, content]["files"]
        ax.scatter(
            [point["megapixels"] for point in points],
            [point["milliseconds"] / point["formula"] for point in points],
            s=[12 + 24 * point["weight"] for point in points],
            color=color, alpha=0.75, linewidth=0, label=content)
    ax.axhline(1, color="#555555", linewidth=0.8)
    ax.set_title(name, loc="left", fontsize=11)
axes[0, 0].set_xscale("log")
axes[0, 0].set_yscale("log")
axes[0, 0].set_yticks([0.6, 0.8, 1, 1.25, 1.6], ["0.6", "0.8", "1", "1.25", "1.6"])
axes[0, 0].set_ylim(0.5, 2)
axes[0, 0].minorticks_off()
axes[0, 0].set_xticks([0.02, 0.1, 0.5, 2], ["0.02", "0.1", "0.5", "2"])
for ax in axes[:, 0]:
    ax.set_ylabel("own time / formula")
for ax in axes[-1]:
    ax.set_xlabel("megapixels")
axes[0, 0].legend(frameon=False, fontsize=9)
figure.suptitle("How far is a file's own decode time off its format's formula?", x=0.02, ha="left")
figure.tight_layout()
plt.show()

worst = max(fits.values(), key=lambda fit: fit["medianResidual"])
say(
    f"The formula fits {worst['format']} ({worst['content']}) worst: half of its files are more than "
    f"{worst['medianResidual']:.0%} off, one in twenty more than {worst['residual95']:.0%}. A file's own "
    "time (`decode_ms` in a list of images) says more where that matters."
)

# %% [markdown]
# ## Which format is fast?
#
# The same picture of one megapixel in each format, with the median bytes per pixel of its files.

# %%


def for_a_megapixel(fit):
    """Milliseconds for one megapixel of a format's usual files."""
    per_pixel = numpy.median([file["megabytes"] / file["megapixels"] for file in fit["files"]])
    return (
        fit["fixedMilliseconds"]
        + fit["millisecondsPerMegapixel"]
        + fit["millisecondsPerMegabyte"] * per_pixel
    )


times = pandas.DataFrame(
    {
        content: {name: for_a_megapixel(fits[name, content]) for name in FORMATS}
        for content in COLORS
    }
).sort_values("photo")
figure, ax = plt.subplots(figsize=(9, 4.5))
places = numpy.arange(len(times))
for offset, content in ((-0.2, "photo"), (0.2, "graphic")):
    errors = [(fits[name, content]["error"] or 0) * times[content][name] for name in times.index]
    ax.barh(
        places + offset, times[content], 0.4, xerr=errors, color=COLORS[content], label=content,
        error_kw={"linewidth": 1})
ax.set_yticks(places, times.index)
ax.invert_yaxis()
ax.set_xlabel("ms of the processor for a megapixel; lines are one standard error")
ax.legend(frameon=False)
ax.spines[["top", "right"]].set_visible(False)
ax.set_title("How long does a megapixel take to decode here?", loc="left")
figure.tight_layout()
plt.show()

# %% [markdown]
# ## The same from another program
#
# Pillow adds some time to that of its libraries. Readings of a program that calls libjpeg-turbo and
# libpng directly, on the same machine, show how much.

# %%
LAB = os.environ.get("SCROLLSIM_LAB_READINGS")
if LAB is None:
    say("`SCROLLSIM_LAB_READINGS` names no readings to compare with.")
else:
    for other in calibrate(LAB)["formats"]:
        contents = [other["content"]] if other["content"] else list(COLORS)
        for content in contents:
            mine = fits.get((other["format"], content))
            if mine is None:
                continue
            # The other program's files, as either formula has them.
            ratios = [
                (
                    mine["fixedMilliseconds"]
                    + mine["millisecondsPerMegapixel"] * file["megapixels"]
                    + mine["millisecondsPerMegabyte"] * file["megabytes"]
                )
                / file["milliseconds"]
                for file in other["files"]
            ]
            ratio = float(numpy.median(ratios))
            say(
                f"{other['format']}, {content}: Pillow's formula says **{ratio:.2f}** times what "
                f"{len(ratios)} files took in the other program."
            )
            assert 0.4 < ratio < 2.5, "both decode the same formats on the same machine"

# %% [markdown]
# ## Requirements
#
# If one of these fails, the readings are bad, or the formula does not describe the decoders.

# %%
assert set(fits) == {(name, content) for name in FORMATS for content in COLORS}
for (name, content), fit in fits.items():
    label = f"{name}, {content}"
    assert fit["medianResidual"] < 0.2, f"{label}: half of the files are {fit['medianResidual']:.0%} off"
    assert abs(fit["sumRatio"] - 1) < 0.15, f"{label}: all files take {fit['sumRatio']:.2f} times as long"
    assert fit["error"] is not None and fit["error"] < 0.25, f"{label}: the error is {fit['error']}"
    assert fit["jobSpread"] is not None and fit["jobSpread"] < 0.5, f"{label}: {fit['jobSpread']}"
photos = times["photo"]
assert photos["jpeg"] == photos[list(LOSSY)].min(), "JPEG is the quickest of the lossy formats"
assert photos["progressive-jpeg"] > 1.3 * photos["jpeg"], "several passes take longer than one"
assert photos["jpeg-2000"] > 3 * photos["jpeg"], "wavelets take longer than cosines"
assert photos["png"] > times["graphic"]["png"], "noise without loss takes longer than flat areas"
say(
    f"All of it holds, for {len(files)} files on {document['machine']}, {document['date']}. The median "
    f"file is {numpy.median([fit['medianResidual'] for fit in fits.values()]):.1%} off its formula."
)
