"""The language in which a command speaks to people: what is asked for, else that of the locale, else English."""

import os

from rulespec.language.files import ENGLISH, LANGUAGES

_ASKED_FOR = ("LC_ALL", "LC_MESSAGES", "LANG")  # in this order, as the C library does


def spoken(said: str | None = None) -> str:
    """The language to speak in, by what was asked for."""
    locale = next((value for name in _ASKED_FOR if (value := os.environ.get(name))), "")
    of_locale = locale.partition("_")[0].partition(".")[0].lower()
    return said or (of_locale if of_locale in LANGUAGES else ENGLISH)
