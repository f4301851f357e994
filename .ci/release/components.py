"""The components that are linked into the programs: versions, licenses, and the SBOM."""
import json
import pathlib
import re
import uuid

from checks import output, root

OF_SWIFT = "Apache-2.0 WITH Swift-exception"
# With the dictionaries of words and the conversion of numbers that ICU contains.
OF_ICU = "Unicode-3.0 AND ICU AND BSD-2-Clause AND BSD-3-Clause AND NAIST-2003"


def toolchain():
    """Returns the version of Swift and the folder of its toolchain."""
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    resources = json.loads(output("swift", "-print-target-info"))["paths"]["runtimeResourcePath"]
    return version, pathlib.Path(resources).parents[1]


def sqlite():
    """Returns the version of SQLite's headers, which is that of the library beside them."""
    text = output("clang", "-E", "-P", "-x", "c", "-", input="#include <sqlite3.h>\nSQLITE_VERSION\n")
    return text.strip().splitlines()[-1].strip('"')


def components(checkouts, is_static):
    """Returns the name, version, license, package URL and license texts of each component.

    - checkouts: the folder with the sources of the packages.
    - is_static: the Swift runtime and SQLite are linked in.
    """
    # Licenses that the sources at hand lack.
    others = {path.name: path.read_text() for path in (root / ".ci/release/licenses").iterdir()}
    found = []
    for pin in json.loads((root / ".ci/release/Package.resolved").read_text())["pins"]:
        place = pin["location"].removeprefix("https://").removesuffix(".git")
        name, version = place.rpartition("/")[2], pin["state"]["version"]
        text = min((checkouts / name).glob("LICENSE*")).read_text()
        license = "MIT" if pin["identity"] == "yams" else OF_SWIFT
        found.append((name, version, license, f"pkg:swift/{place}@{version}", text))
    # Yams contains it.
    found.append(("libyaml", "0.2.5", "MIT", "pkg:generic/libyaml@0.2.5", others["libyaml"]))
    math = root / "Sources/ScrollMath"
    version = re.search(r"musl (\d[\d.]*\d)", (math / "README.md").read_text())[1]
    found.append(("musl", version, "MIT", f"pkg:generic/musl@{version}", (math / "COPYRIGHT").read_text()))
    if is_static:
        swift, folder = toolchain()
        license = (folder / "share/swift/LICENSE.txt").read_text()
        for name in ["swift", "swift-corelibs-foundation", "swift-foundation", "swift-corelibs-libdispatch"]:
            found.append((name, swift, OF_SWIFT, f"pkg:swift/github.com/swiftlang/{name}@{swift}", license))
        package = "pkg:swift/github.com/swiftlang/swift-foundation"
        shims = f"{package}@{swift}#Sources/_FoundationCShims/uuid.c"
        found.append(("uuid", swift, "BSD-3-Clause", shims, others["uuid"]))
        found.append(("swift-foundation-icu", swift, OF_ICU, f"{package}-icu@{swift}", others["ICU"]))
        version = sqlite()
        found.append(("SQLite", version, "blessing", f"pkg:generic/sqlite@{version}",
                      "SQLite is in the public domain: https://sqlite.org/copyright.html\n"))
    return found


def sbom(found, version, commit, date):
    """Returns a software bill of materials, in the format of CycloneDX 1.6."""
    def component(name, version, license, purl, kind="library"):
        licenses = [{"expression": license} if " " in license else {"license": {"id": license}}]
        return {"type": kind, "bom-ref": purl, "name": name, "version": version, "licenses": licenses,
                "purl": purl}

    purl = f"pkg:generic/scrollsim@{version}"
    properties = {"properties": [{"name": "commit", "value": commit}]}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, commit)}",
        "version": 1,
        "metadata": {
            "timestamp": date,
            "component": component("scrollsim", version, "Apache-2.0", purl, "application") | properties,
        },
        "components": [component(*each[:4]) for each in found],
        "dependencies": [{"ref": purl, "dependsOn": [each[3] for each in found]}],
    }


def license_texts(found):
    """Returns one text with the licenses of all components, each text once."""
    names = {(root / "LICENSE").read_text(): ["scrollsim (Apache-2.0)"]}
    for name, version, license, _, text in found:
        names.setdefault(text, []).append(f"{name} {version} ({license})")
    return ("\n" + "-" * 80 + "\n\n").join(f"{', '.join(group)}\n\n{text}" for text, group in names.items())
