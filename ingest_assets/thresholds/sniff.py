"""Caps and limits of the sniff stage."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.thresholds.origin import threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class SniffLimits:
    """How far the sniffer looks, and the shares that decide between text and binary."""

    skip_rules: tuple[str, ...] = threshold(
        ("empty_file", "blank_text", "not_a_document", "binary", "size_limit", "system_file"),
        "rule names",
        "sniffing.md section 5; take one out to keep such files",
    )
    not_a_document: tuple[str, ...] = threshold(
        (
            "audio",
            "video",
            "exe",
            "class",
            "sqlite",
            "mdb",
            "dbf",
            "parquet",
            "font",
            "thumbsdb",
            "msi",
            "applesingle",
            "apk",
        ),
        "formats",
        "sniffing.md section 5: programs, installers, sound, film, databases, fonts",
    )
    system_names: str = threshold(
        r"thumbs\.db|desktop\.ini|\.ds_store|\.directory|ehthumbs.*\.db|iconcache\.db|~\$.*|\.~lock\..*#|\._.*|\.gitignore|\.gitkeep|\.gitattributes",
        "pattern of a base name, case ignored",
        "lock files of office programs, thumbnails and folder settings",
    )
    libmagic_audit: bool = threshold(
        default=True,
        unit="switch",
        origin="libmagic's answer is stored beside ours for a review queue (sniffing.md section 5)",
    )
    text_head: int = threshold(64 * 1024, "bytes", "text rules see the first 64 KB (sniffing.md section 6)")
    json_whole: int = threshold(1024**2, "bytes", "whole JSON is parsed up to 1 MB (sniffing.md section 6)")
    member_bytes: int = threshold(1024**2, "bytes per ZIP member", "sniffing.md section 6")
    local_headers: int = threshold(4000, "entries", "local header scan (sniffing.md section 6)")
    control_share: float = threshold(
        0.002, "share of bytes", "more control characters than this is binary (sniffing.md section 2, point 5)"
    )
    high_share: float = threshold(
        0.30,
        "share of bytes",
        "8-bit text above this with over 200 byte values is binary (sniffing.md section 2, point 5)",
    )
    high_share_with_control: float = threshold(
        0.10, "share of bytes", "with a control character (sniffing.md section 2, point 5)"
    )
    distinct_bytes: int = threshold(200, "byte values", "sniffing.md section 2, point 5")
    utf8_count_bytes: int = threshold(
        8 * 1024**2, "bytes", "damaged UTF-8 is counted over this much; the strict check reads everything"
    )
    declared_error_share: float = threshold(
        0.001, "errors per byte", "a declaration that decodes worse is false (sniffing.md section 3)"
    )
    mixed_factor: int = threshold(
        5, "good per bad sequence", "declared UTF-8 with some bad bytes stays UTF-8 (sniffing.md section 3)"
    )
    mixed_good: int = threshold(20, "good sequences", "undeclared UTF-8 with bad bytes (sniffing.md section 3)")
    mixed_bad_share: float = threshold(
        0.02, "bad per good sequence", "undeclared UTF-8 with bad bytes (sniffing.md section 3)"
    )
    meta_bytes: int = threshold(
        64 * 1024,
        "bytes",
        "all 82 html5lib cases are found within 64 KB, 75 within 1,024 bytes (sniffing.md section 3.1)",
    )
    statistics_bytes: int = threshold(
        512 * 1024, "bytes", "the statistical stage looks for high bytes this far, then over the rest in steps"
    )
