#!/bin/sh
# 由定时任务以 postgres 用户执行：backup.sh full（每周）或 backup.sh incr（每天）。备份完整之后才记入数据库，
# 「服务器监控」与 /metrics 由此知道最近一次是什么时候。第二个参数是数据库的连接串，其余参数交给 pgBackRest。
set -eu
type=$1
url=$2
shift 2
pgbackrest --stanza=onecard "$@" --type="$type" backup
kind=$([ "$type" = full ] && echo FULL || echo INCR)
psql --no-psqlrc -q -v ON_ERROR_STOP=1 -d "$url" -c "insert into backup_run (at, kind, place) values (now(), '$kind', 'pgbackrest')"
