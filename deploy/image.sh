#!/usr/bin/env bash
# 由 Debian 自己的软件包造三个镜像：onecard（应用）、onecard-database（PostgreSQL）、onecard-proxy（HAProxy）。
#   deploy/image.sh    需要 debootstrap、buildah（root 或无根均可；无根时 debootstrap 在 buildah unshare 里做）
# 不从任何镜像仓库取东西：底是 debootstrap 的 Debian，Node 是 package-lock.json 里钉住的那个。
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
suite=${DEBIAN_SUITE:-bookworm}
# 另有镜像站时用 DEBIAN_MIRROR 说出来，否则由 debootstrap 自己决定。
mirror=(${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"})
work=$(mktemp -d "${TMPDIR:-/tmp}/onecard-image-XXXXXX")
if [ "$(id -u)" = 0 ]; then inside=(); else inside=(buildah unshare); fi
trap '"${inside[@]}" rm -rf "$work"' EXIT
node=$root/node_modules/node/bin/node
[ -x "$node" ] || { echo "请先执行一次 npm install" >&2; exit 1; }

if [ -z "${KEEP_BASE:-}" ] || ! buildah inspect localhost/onecard-base >/dev/null 2>&1; then
  "${inside[@]}" debootstrap --variant=minbase --include=ca-certificates,tzdata "$suite" "$work/base" "${mirror[@]}" >"$work/debootstrap.log" ||
    { tail -5 "$work/debootstrap.log" >&2; exit 1; }
  "${inside[@]}" rm -rf "$work/base/var/cache/apt/archives" "$work/base/var/lib/apt/lists"
  base=$(buildah from scratch)
  buildah add -q "$base" "$work/base" / >/dev/null
  buildah commit -q --rm "$base" localhost/onecard-base >/dev/null
fi

# 应用：入库的源文件、构建好的控制台、只为运行而装的依赖。
app=$work/app
mkdir -p "$app"
(cd "$root" && git ls-files -c -o --exclude-standard package.json package-lock.json src scripts deploy | tar -c -T - | tar -x -C "$app")
"$node" -e "import('$root/scripts/build-console.mjs').then((m) => m.buildConsole(process.execPath)).then((ok) => process.exit(ok ? 0 : 1))"
cp -r "$root/dist" "$app/dist"
(cd "$app" && npm ci --omit=dev --omit=optional --no-audit --no-fund --loglevel=error)
# npm 可能按住了取 Node 的安装脚本：那就用本机已装好的同一个。
[ -x "$app/node_modules/node/bin/node" ] || cp -r "$root/node_modules/node/." "$app/node_modules/node"
for target in app database proxy; do
  name=onecard$([ $target = app ] || echo "-$target")
  buildah bud -q --format docker --isolation chroot --network host --target "$target" -t "localhost/$name" -f "$root/deploy/Dockerfile" "$app" >/dev/null
  echo "localhost/$name"
done
