/** The reference page at /api/docs: lists every call out of openapi.json, with its body and answer. */
export const docsHtml = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>接口说明 · 智慧一卡通服务平台</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>
body{margin:0;font:14px/1.5 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#1f2a25;background:#f4f7f5}
header{background:#0f2e22;color:#fff;padding:14px 24px;display:flex;gap:16px;align-items:center}
header h1{font-size:16px;margin:0;flex:1}input{height:28px;width:300px;border:1px solid #e3ebe6;border-radius:4px;padding:0 8px}
main{max-width:1100px;margin:16px auto;padding:0 16px}details{background:#fff;border:1px solid #e3ebe6;border-radius:6px;margin:6px 0}
summary{padding:8px 12px;cursor:pointer;display:flex;gap:12px}b{color:#0a8250;width:48px;display:inline-block}code{font-size:13px}
pre{margin:0;padding:12px;border-top:1px solid #e3ebe6;overflow:auto;font-size:12px;background:#fafcfb}h2{font-size:14px;margin:20px 0 6px}
</style></head><body><header><h1>智慧一卡通服务平台 · 接口说明</h1><label>筛选 <input id="q" placeholder="路径或名称"></label></header><main id="m">正在读取……</main>
<script>
fetch('/api/openapi.json').then(r=>r.json()).then(api=>{
 const m=document.getElementById('m'),q=document.getElementById('q');
 const items=Object.entries(api.paths).flatMap(([p,ms])=>Object.entries(ms).map(([v,o])=>({p,v,o})));
 const draw=()=>{m.textContent='';let tag='';const k=q.value.trim();
  for(const {p,v,o} of items){if(k&&!p.includes(k)&&!o.summary.includes(k))continue;
   if(o.tags[0]!==tag){tag=o.tags[0];const h=document.createElement('h2');h.textContent=tag;m.append(h)}
   const d=document.createElement('details'),s=document.createElement('summary'),b=document.createElement('b'),c=document.createElement('code'),t=document.createElement('span');
   b.textContent=v.toUpperCase();c.textContent=p;t.textContent=o.summary;s.append(b,c,t);d.append(s);
   d.addEventListener('toggle',()=>{if(d.open&&!d.querySelector('pre')){const e=document.createElement('pre');
    e.textContent='请求\\n'+JSON.stringify(o.requestBody?.content?.['application/json']?.schema??{},null,2)+'\\n\\n应答\\n'+JSON.stringify(o.responses,null,2);d.append(e)}});
   m.append(d)}};
 q.addEventListener('input',draw);draw();
});
</script></body></html>`;
