#!/bin/bash
# Makes a .deb with dpkg-deb of what electron-builder would hand to fpm (CUSTOM_FPM_PATH), a Ruby program that it downloads.
# DEB_LEVEL: how hard to compress, 0 to 9. Knows the words of electron-builder 26 and refuses others.
set -euo pipefail
depends=() recommends=() from_to=() compression=xz priority=optional section=graphics release= url= after= removed=
while (($#)); do
  case $1 in
    --force) shift ;;
    -s | --license | --vendor) shift 2 ;;
    -t) [ "$2" = deb ] || { echo "deb.sh makes no $2" >&2; exit 2; }; shift 2 ;;
    -d | --depends) depends+=("$2"); shift 2 ;;
    --deb-recommends) recommends+=("$2"); shift 2 ;;
    --deb-compression) compression=${2/gz/gzip}; shift 2 ;;
    --deb-priority) priority=$2; shift 2 ;;
    --category) section=$2; shift 2 ;;
    --architecture) architecture=$2; shift 2 ;;
    --name) name=$2; shift 2 ;;
    --version) version=$2; shift 2 ;;
    --iteration) release=-$2; shift 2 ;;
    --maintainer) maintainer=$2; shift 2 ;;
    --url) url=$2; shift 2 ;;
    --description) description=$2; shift 2 ;;
    --package) out=$2; shift 2 ;;
    --after-install) after=$2; shift 2 ;;
    --after-remove) removed=$2; shift 2 ;;
    -*) echo "deb.sh knows no option $1" >&2; exit 2 ;;
    *=*) from_to+=("$1"); shift ;;
    *) echo "deb.sh: $1 names no place to go to" >&2; exit 2 ;;
  esac
done
comma() { local all; all=$(printf ', %s' "$@"); echo "${all:2}"; }

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
for pair in "${from_to[@]}"; do
  from=${pair%%=*} to=$stage${pair#*=}
  if [ -d "$from" ]; then
    mkdir -p "$to"
    # Links where both lie on one disk: a studio is large.
    cp -al "$from/." "$to/" 2>/dev/null || cp -a "$from/." "$to/"
  else
    mode=644
    [ -x "$from" ] && mode=755
    install -D -m "$mode" "$from" "$to"
  fi
done
# Built by somebody with another mask, installed for everybody.
chmod -R u=rwX,go=rX "$stage"

mkdir "$stage/DEBIAN"
{
  echo "Package: $name"
  echo "Version: $version$release"
  echo "Architecture: $architecture"
  echo "Maintainer: $maintainer"
  echo "Installed-Size: $(du -sk --exclude=DEBIAN "$stage" | cut -f1)"
  ((${#depends[@]})) && echo "Depends: $(comma "${depends[@]}")"
  ((${#recommends[@]})) && echo "Recommends: $(comma "${recommends[@]}")"
  echo "Section: $section"
  echo "Priority: $priority"
  [ -n "$url" ] && echo "Homepage: $url"
  # A synopsis, then lines that begin with a space; an empty one is a point.
  printf 'Description: %s\n' "$(sed '2,$ { s/^ *//; s/^$/./; s/^/ / }' <<<"$description")"
} >"$stage/DEBIAN/control"
[ -n "$after" ] && install -m 755 "$after" "$stage/DEBIAN/postinst"
[ -n "$removed" ] && install -m 755 "$removed" "$stage/DEBIAN/postrm"
dpkg-deb --root-owner-group "-Z$compression" ${DEB_LEVEL:+"-z$DEB_LEVEL"} --build "$stage" "$out" >&2
