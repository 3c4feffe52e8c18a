#!/usr/bin/env bash
# Set up everything that a run and the tests need: Debian packages, then .venv from requirements.lock. Quick when nothing is to do.
set -euo pipefail
cd "$(dirname "$0")"

packages=(tesseract-ocr tesseract-ocr-eng tesseract-ocr-rus tesseract-ocr-osd libmagic1 libarchive13
  libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui ghostscript djvulibre-bin
  fonts-liberation fonts-dejavu-core chromium chromium-driver)

missing() {
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
  done
}

install_debian() {
  local lacking sudo=""
  mapfile -t lacking < <(missing "$@")
  [ ${#lacking[@]} -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "setup: these Debian packages are missing and neither root nor sudo is there to install them:" >&2
      echo "  apt-get install ${lacking[*]}" >&2
      echo "setup: going on without them; documents that need them are quarantined as missing_program." >&2
      return 0
    fi
    sudo="sudo -n"
  fi
  echo "setup: installing ${lacking[*]}" >&2
  local options=(-o DPkg::Lock::Timeout=300 -y --no-install-recommends)
  DEBIAN_FRONTEND=noninteractive $sudo apt-get "${options[@]}" install "${lacking[@]}" >/dev/null 2>&1 ||
    { $sudo apt-get -o DPkg::Lock::Timeout=300 -qq update && DEBIAN_FRONTEND=noninteractive $sudo apt-get "${options[@]}" -qq install "${lacking[@]}" >/dev/null; }
}

if command -v dpkg-query >/dev/null; then
  install_debian "${packages[@]}"
else
  echo "setup: no Debian here; please provide tesseract (rus, eng, osd), libmagic, libarchive, LibreOffice, Ghostscript, djvutxt and chromium yourself" >&2
fi

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "setup: Python 3.11 or newer is needed, $python is older; set PYTHON" >&2; exit 1; }
stamp=.venv/.installed
wanted=$(cat requirements.lock pyproject.toml setup.sh | sha256sum | cut -d' ' -f1)
if [ -x .venv/bin/ingest ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
  exit 0
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
  install_debian python3-venv
fi
echo "setup: building .venv" >&2
[ -x .venv/bin/python ] || "$python" -m venv .venv
# The lock is complete: without --no-deps pip would look for newer releases of packages that are asked for with extras.
pip=(.venv/bin/python -m pip --disable-pip-version-check -qq install --no-deps)
"${pip[@]}" --require-hashes -r requirements.lock
"${pip[@]}" --no-build-isolation -e .
echo "$wanted" >"$stamp"
