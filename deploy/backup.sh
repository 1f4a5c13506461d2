#!/usr/bin/env bash
# 备份外部数据库与文件：DATABASE_URL=postgres://… DATA_DIR=… deploy/backup.sh 目录
# 每次得到 目录/onecard-时间/{database.dump,files.tar.gz,SHA256SUMS}，保留最近 KEEP（默认 14）份。
# 恢复：createdb 一个空库，pg_restore --no-owner -d 新库地址 database.dump；files.tar.gz 解到 DATA_DIR；
# 启动服务后到「账目核对」立即核对一次。
set -euo pipefail
to=${1:?用法：DATABASE_URL=… deploy/backup.sh 目录}
: "${DATABASE_URL:?请设置 DATABASE_URL}"
data=${DATA_DIR:-./data}
name=onecard-$(date +%Y%m%d-%H%M%S)
part=$to/.$name.part
mkdir -p "$part"
trap 'rm -rf "$part"' EXIT
pg_dump --format=custom --file="$part/database.dump" "$DATABASE_URL"
if [ -d "$data/files" ]; then tar -C "$data" -czf "$part/files.tar.gz" files; fi
(cd "$part" && sha256sum ./* > SHA256SUMS)
mv "$part" "$to/$name"
trap - EXIT
# shellcheck disable=SC2012
ls -1dt "$to"/onecard-* | tail -n +"$((${KEEP:-14} + 1))" | xargs -r rm -rf
echo "已备份到 $to/$name"
