"""Published questions done again: final states, right answers and plans, from our simulators."""

from .check import check, check_file
from .report import Cell, Disagreement, Report, UpsideDown, render_report

__all__ = ["Cell", "Disagreement", "Report", "UpsideDown", "check", "check_file", "render_report"]
