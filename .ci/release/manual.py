"""Manual pages from the description that ArgumentParser gives of a program.

Its own generator joins the lines of examples, and knows no exit statuses of the program.
"""
import itertools
import json
import re

from checks import output

STATUSES = {
    0: "The command succeeded.",
    1: "A limit is broken.",
    64: "The command line is invalid.",
    65: "An input is invalid.",
    66: "An input does not exist.",
    69: "A service is not available: a port that is taken.",
    73: "An output cannot be created.",
    74: "Reading or writing failed.",
    75: "Another process holds the store.",
    130: "SIGINT ended the command.",
    143: "SIGTERM ended the command.",
}


def escaped(text):
    """Returns text that troff prints as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n"))


def named(argument, names):
    """Returns names of an argument, the value after the last one."""
    value = f"<{argument.get('valueName', 'value')}>"
    if argument["kind"] == "positional":
        return value
    dashed = (("--" if name["kind"] == "long" else "-") + name["name"] for name in names)
    text = ", ".join(sorted(dashed, key=len))
    return text if argument["kind"] == "flag" else f"{text} {value}"


def paragraphs(text):
    """Returns a discussion: indented lines, as in examples, keep their breaks."""
    lines = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        lines.append(".PP")
        for literal, group in itertools.groupby(paragraph.split("\n"), lambda line: line.startswith("  ")):
            found = [escaped(line.strip() if literal else line) for line in group]
            lines += [".RS 2", ".nf", *found, ".fi", ".RE"] if literal else found
    return lines


def page(command, path, version, date):
    """Returns the manual page of one command."""
    def shown(kind):
        return [each for each in command.get(kind, []) if each.get("shouldDisplay", True)]

    title, text = "-".join(path), command.get("abstract", "")
    arguments = shown("arguments")
    subcommands = [each for each in shown("subcommands") if each["commandName"] != "help"]
    lines = [f'.TH "{escaped(title.upper())}" 1 "{date}" "scrollsim {version}" "scrollsim manual"',
        ".SH NAME", f"{escaped(title)} \\- {escaped(text)}".rstrip(". "),
        ".SH SYNOPSIS", f".B {escaped(' '.join(path))}"]
    for argument in arguments:
        name = escaped(named(argument, [argument.get("preferredName")]))
        name += " ..." if argument.get("isRepeating") else ""
        lines.append(f"[{name}]" if argument.get("isOptional", False) else name)
    if subcommands:
        lines.append("<subcommand>")
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(command["discussion"])[1:]]
    lines += [".SH OPTIONS"] if arguments else []
    for argument in arguments:
        text = argument.get("abstract", "")
        if argument.get("defaultValue") and "default" not in text:
            text = f"{text} (default: {argument['defaultValue']})".strip()
        lines += [".TP", f".B {escaped(named(argument, argument.get('names')))}", escaped(text) or "\\&"]
        if argument.get("discussion"):
            lines += [".IP", escaped(argument["discussion"].strip())]
    lines += [".SH COMMANDS"] if subcommands else []
    for each in subcommands:
        name = escaped(f"{title}-{each['commandName']}")
        lines += [".TP", f".BR {name} (1)", escaped(each.get("abstract", ""))]
    lines.append(".SH EXIT STATUS")
    for status, meaning in STATUSES.items():
        lines += [".TP", f".B {status}", escaped(meaning)]
    if len(path) > 1:
        lines += [".SH SEE ALSO", f".BR {escaped('-'.join(path[:-1]))} (1)"]
    return "\n".join(lines) + "\n"


def pages(program, version, date):
    """Returns the manual pages of a program, by file name."""
    made = {}

    def add(command, path):
        made["-".join(path) + ".1"] = page(command, path, version, date)
        for each in command.get("subcommands", []):
            name = each["commandName"]
            # `sweep plan` is `sweep-plan` for the parser, and hidden.
            words = [name] if each.get("shouldDisplay", True) else name.split("-")
            if name != "help" and (each.get("shouldDisplay", True) or len(words) > 1):
                add(each, [*path, *words])

    root = json.loads(output(program, "--experimental-dump-help"))["command"]
    add(root, [root["commandName"]])
    return made
