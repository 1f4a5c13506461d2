#!/usr/bin/env bash
# 三台 PostgreSQL（Patroni 同步提交）、三个 etcd、HAProxy、PgBouncer，全部在回环地址上：演练的拓扑，也是真实主机的样板（说明见 README.md）。
#   ha.sh up 目录 · down 目录 · primary 目录 · start|kill|freeze|thaw|cut|mend 目录 节点号
# 节点 k 的地址是 127.0.k.1，它到 etcd j 的路是 127.0.k.1j：切断 127.0.k.0/24 就切断了这台主机，包括它到 etcd 的路。
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
verb=${1:?用法见文件开头}
dir=${2:?目录}
node=${3:-}
bin=${PG_BIN:-/usr/lib/postgresql/15/bin}
export PATH=$PATH:/usr/sbin:/sbin

# 起一个进程，记下进程号；它另成一个会话，不随演练的终端走。
spawn() {
  local name=$1; shift
  setsid nohup "$@" >>"$dir/$name.log" 2>&1 </dev/null 8>&- 9>&- &
  echo $! >"$dir/$name.pid"
}
pid() { cat "$dir/$1.pid" 2>/dev/null || true; }
running() { local p; p=$(pid "$1"); [ -n "$p" ] && kill -0 "$p" 2>/dev/null; }
postmaster() { head -1 "$dir/node$1/data/postmaster.pid" 2>/dev/null || true; }
# 一个节点的全部进程：Patroni、PgBouncer、数据库与它的后台。
of_node() {
  local p; p=$(postmaster "$1")
  for one in $(pid "patroni$1") $(pid "pgbouncer$1") $p $([ -n "$p" ] && ps -o pid= --ppid "$p" || true); do
    if kill -0 "$one" 2>/dev/null; then echo "$one"; fi
  done
}
fill() { # 模板 → 配置：@名字@ 换成值
  local text; text=$(<"$here/$1")
  text=${text//@K@/$3}; text=${text//@DIR@/$dir}; text=${text//@BIN@/$bin}; text=${text//@PASSWORD@/$(<"$dir/password")}
  text=${text//@PORT@/15432}
  printf '%s\n' "$text" >"$2"
  if [ "$(id -u)" = 0 ]; then chown postgres: "$2"; fi
  chmod 600 "$2"
}
# PostgreSQL 不以 root 运行。
if [ "$(id -u)" = 0 ]; then run_as=(setpriv --reuid=postgres --regid=postgres --init-groups); else run_as=(); fi
start_node() {
  local k=$1
  # 被强制终止的主机再起来时，旧的进程号文件不算数。
  running "patroni$k" || spawn "patroni$k" "${run_as[@]}" patroni "$dir/node$k/patroni.yml"
  running "pgbouncer$k" || spawn "pgbouncer$k" "${run_as[@]}" pgbouncer "$dir/node$k/pgbouncer.ini"
}
primary() {
  for k in 1 2 3; do
    if [ "$(curl -s -o /dev/null -m 1 -w '%{http_code}' "http://127.0.$k.1:8008/primary")" = 200 ]; then echo "$k"; return; fi
  done
}
# 真在跟随主库的备库，其中至少一台是同步的：接口说「在」的未必跟上了。
following() {
  local k; k=$(primary); [ -n "$k" ] || { echo 0; return; }
  PGPASSWORD=$(<"$dir/password") PGCONNECT_TIMEOUT=2 psql -XAtq -h "127.0.$k.1" -p 15432 -U postgres -d postgres -c \
    "select case when bool_or(sync_state in ('sync', 'quorum')) then count(*) else 0 end from pg_stat_replication where state = 'streaming' and application_name like 'node%'" 2>/dev/null || echo 0
}
wait_for() { # 秒 说明 命令…
  local left=$(($1 * 5)) what=$2; shift 2
  until "$@"; do
    left=$((left - 1)); [ $left -gt 0 ] || { echo "$what：没有等到，见 $dir/*.log" >&2; exit 1; }
    sleep 0.2
  done
}
has_primary() { [ -n "$(primary)" ]; }
whole() { [ "$(following)" = 2 ]; }

case $verb in
up)
  mkdir -p "$dir"; chmod 755 "$dir"
  [ -s "$dir/password" ] || head -c 18 /dev/urandom | base64 | tr '+/' '-_' >"$dir/password"
  chmod 644 "$dir/password"
  cluster=etcd1=http://127.0.9.1:2380,etcd2=http://127.0.9.2:2380,etcd3=http://127.0.9.3:2380
  for j in 1 2 3; do
    mkdir -p "$dir/etcd$j"; chmod 700 "$dir/etcd$j"
    ways=http://127.0.1.1$j:2379,http://127.0.2.1$j:2379,http://127.0.3.1$j:2379
    running "etcd$j" || spawn "etcd$j" etcd --enable-v2=true --name "etcd$j" --data-dir "$dir/etcd$j" --listen-client-urls "$ways" \
      --advertise-client-urls "$ways" --listen-peer-urls "http://127.0.9.$j:2380" --initial-advertise-peer-urls "http://127.0.9.$j:2380" \
      --initial-cluster "$cluster" --initial-cluster-state new --initial-cluster-token onecard --logger zap --log-level warn
  done
  wait_for 30 'etcd' curl -s -m 1 -o /dev/null http://127.0.1.11:2379/health
  for k in 1 2 3; do
    mkdir -p "$dir/node$k"; chmod 700 "$dir/node$k"
    if [ "$(id -u)" = 0 ]; then chown postgres: "$dir/node$k"; fi
    fill patroni.yml "$dir/node$k/patroni.yml" "$k"
    fill pgbouncer.ini "$dir/node$k/pgbouncer.ini" "$k"
    printf '"onecard" "%s"\n' "$(<"$dir/password")" >"$dir/node$k/users.txt"
    cp "$here/post-bootstrap.sh" "$dir/node$k/post-bootstrap.sh"; chmod 755 "$dir/node$k/post-bootstrap.sh"
    if [ "$(id -u)" = 0 ]; then chown postgres: "$dir/node$k"/*; fi
    start_node "$k"
    [ "$k" != 1 ] || wait_for 90 '第一台数据库' has_primary
  done
  running haproxy || spawn haproxy haproxy -db -f "$here/haproxy.cfg"
  wait_for 120 '一主两备' whole
  ;;
down)
  for name in haproxy patroni1 patroni2 patroni3 pgbouncer1 pgbouncer2 pgbouncer3; do
    p=$(pid "$name"); [ -z "$p" ] || { kill -CONT "$p" 2>/dev/null || true; kill -TERM "$p" 2>/dev/null || true; }
  done
  for k in 1 2 3; do "$0" mend "$dir" $k; done
  sleep 3
  for k in 1 2 3; do for p in $(of_node $k); do kill -KILL "$p" 2>/dev/null || true; done; done
  for name in haproxy etcd1 etcd2 etcd3; do p=$(pid "$name"); [ -z "$p" ] || kill -KILL "$p" 2>/dev/null || true; done
  ;;
primary) primary ;;
whole) wait_for 120 '一主两备' whole ;;
start) start_node "$node" ;;
kill) for p in $(of_node "$node"); do kill -KILL "$p" 2>/dev/null || true; done ;;
freeze) for p in $(of_node "$node"); do kill -STOP "$p" 2>/dev/null || true; done ;;
thaw) for p in $(of_node "$node"); do kill -CONT "$p" 2>/dev/null || true; done ;;
cut)
  nft -f - <<NFT
table ip onecard_cut_$node {
  chain input { type filter hook input priority 0; policy accept; ip daddr 127.0.$node.0/24 drop; ip saddr 127.0.$node.0/24 drop; }
}
NFT
  ;;
mend) nft delete table ip "onecard_cut_$node" 2>/dev/null || true ;;
*) echo "不认识：$verb" >&2; exit 1 ;;
esac
