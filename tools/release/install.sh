#!/bin/sh
# Installs reqscope for the user who runs this, from the release page of its repository:
#
#     sh install.sh [VERSION]
#
# Says what it does, checks the sum, and changes nothing outside of ~/.local (or $PREFIX).
set -eu
{ # The shell reads all of this before it runs any of it: a download may be cut.
repository=${REQSCOPE_RELEASES:-@REPOSITORY@/releases}
prefix=${PREFIX:-$HOME/.local}
fail() {
	echo "install.sh: $1" >&2
	exit 1
}
[ "$(id -u)" != 0 ] || fail 'not as root: install it as the user who will use it, or set up the archive by hand'
case $(uname -s) in
Linux) system=linux ;;
Darwin) system=darwin ;;
*) fail "there is no file for $(uname -s): use the package for Node, see the readme" ;;
esac
case $(uname -m) in
x86_64 | amd64) target=$system-x64 ;;
aarch64 | arm64) target=$system-arm64 ;;
*) fail "there is no file for $(uname -m): use the package for Node, see the readme" ;;
esac
if [ "$system" = linux ] && ! ldd --version 2>&1 | grep -qiE 'glibc|gnu'; then
	fail 'this system has no glibc: use the container image or the package for Node, see the readme'
fi
fetch() {
	echo "fetching $1"
	if command -v curl >/dev/null; then curl -fsSL "$1" -o "$2"; else wget -q "$1" -O "$2"; fi || fail "can't fetch $1"
}
sum() {
	if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
from=$repository/${1:+download/v$1}
[ -n "${1:-}" ] || from=$repository/latest/download
archive=reqscope-$target.tar.xz
fetch "$from/SHA256SUMS" "$folder/SHA256SUMS"
fetch "$from/$archive" "$folder/$archive"
expected=$(awk -v name="$archive" '$2 == name {print $1}' "$folder/SHA256SUMS")
[ -n "$expected" ] || fail "SHA256SUMS doesn't name $archive"
[ "$(sum "$folder/$archive")" = "$expected" ] || fail "$archive is damaged or replaced: its sum isn't the one in SHA256SUMS"
tar -xJf "$folder/$archive" -C "$folder" || fail "can't unpack $archive: tar needs the program xz"
mkdir -p "$prefix/bin" "$prefix/share/man/man1"
new=$prefix/bin/reqscope.new
cp "$folder/reqscope-$target/reqscope" "$new"
version=$("$new" --version) || {
	rm -f "$new"
	fail "reqscope can't run on this system: use the container image or the package for Node, see the readme"
}
mv "$new" "$prefix/bin/reqscope"
cp "$folder/reqscope-$target/reqscope.1" "$prefix/share/man/man1/"
echo "installed reqscope $version as $prefix/bin/reqscope, and its manual in $prefix/share/man/man1"
case :$PATH: in *:"$prefix/bin":*) ;; *) echo "add $prefix/bin to your PATH" ;; esac
exit
}
