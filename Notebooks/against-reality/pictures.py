#!/usr/bin/env python3
"""Makes the pictures of the scenes, and their lists.

    pictures.py FOLDER LISTS [SCENE...]

Photo-like content from a seed: a gradient for light, noise whose amplitude falls with 1/f for
surfaces, edges of shapes, and grain. Two in three are JPEGs of qualities from 78 to 91 (4:2:0), the
others PNGs. FOLDER gets the files, LISTS a CSV for each scene as `scrollsim trace import --images`
takes it. The same bytes each time with the same versions of Pillow and numpy.
"""

import pathlib
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy
from PIL import Image

from scenes import SCENES


def pixels(width, height, dice):
    """A picture of something: light, surfaces, edges and grain."""
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    angle = dice.uniform(0, 2 * numpy.pi)
    light = (x * numpy.cos(angle) + y * numpy.sin(angle)) / max(width, height)
    planes = [0.5 + 0.4 * light * dice.uniform(-1, 1) for _ in range(3)]
    surface = clouds(width, height, dice)
    grain = dice.normal(0, dice.uniform(0.004, 0.02), (height, width)).astype(numpy.float32)
    roughness = dice.uniform(0.05, 0.25)
    for _ in range(dice.integers(3, 9)):
        shape = inside(x, y, width, height, dice)
        for plane in planes:
            plane[shape] = 0.3 * plane[shape] + 0.7 * dice.uniform(0.05, 0.95)
    planes = [plane + roughness * dice.uniform(0.7, 1.3) * surface + grain for plane in planes]
    return (255 * numpy.clip(numpy.stack(planes, axis=2), 0, 1)).astype(numpy.uint8)


def clouds(width, height, dice):
    """Noise whose amplitude falls as one over the frequency, with a deviation of one."""
    spectrum = numpy.fft.rfft2(dice.normal(size=(height, width)).astype(numpy.float32))
    frequency = numpy.hypot(numpy.fft.fftfreq(height)[:, None], numpy.fft.rfftfreq(width)[None])
    frequency[0, 0] = 1
    noise = numpy.fft.irfft2(spectrum / frequency, (height, width))
    return ((noise - noise.mean()) / noise.std()).astype(numpy.float32)


def inside(x, y, width, height, dice):
    """The pixels of an ellipse or of a box."""
    left, top = dice.uniform(0, width), dice.uniform(0, height)
    across, down = dice.uniform(0.05, 0.4) * width, dice.uniform(0.05, 0.4) * height
    if dice.random() < 0.5:
        return ((x - left) / across) ** 2 + ((y - top) / down) ** 2 < 1
    return (abs(x - left) < across) & (abs(y - top) < down)


def write(job):
    """Writes one picture; its row of the list."""
    folder, scene, number = job
    dice = numpy.random.default_rng([SCENES.index(scene), number])
    width, height = scene.sizes[dice.integers(len(scene.sizes))]
    image = Image.fromarray(pixels(width, height, dice))
    name, form = (f"{scene.name}-{number:03}.jpg", "jpeg")
    if dice.random() < 1 / 3:
        name, form = (f"{scene.name}-{number:03}.png", "png")
    path = folder / name
    if form == "png":
        image.save(path, compress_level=6)
    else:
        image.save(path, quality=int(dice.integers(78, 92)), subsampling="4:2:0")
    return f"{width},{height},{path.stat().st_size},{form},photo,{name}\n"


def main():
    folder, lists = map(pathlib.Path, sys.argv[1:3])
    wanted = sys.argv[3:] or [scene.name for scene in SCENES]
    folder.mkdir(parents=True, exist_ok=True)
    lists.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for scene in SCENES:
            if scene.name in wanted:
                jobs = [(folder, scene, number) for number in range(scene.pictures)]
                rows = "".join(pool.map(write, jobs))
                (lists / f"{scene.name}.csv").write_text(
                    "width,height,bytes,format,content,id\n" + rows
                )


if __name__ == "__main__":
    main()
