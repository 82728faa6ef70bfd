import http from 'node:http'; import {Worker,isMainThread,parentPort} from 'node:worker_threads';
const N=20000;
if(!isMainThread){ const s=http.createServer((q,r)=>{q.resume();q.on('end',()=>{r.writeHead(200,{'content-type':'text/event-stream'});let i=0;const go=()=>{let ok=true;while(i<N&&ok){i++;ok=r.write(`data: ${JSON.stringify({id:'x',object:'chat.completion.chunk',created:1,model:'m',choices:[{index:0,delta:{content:'palavra '},finish_reason:null}]})}\n\n`)}if(i<N)r.once('drain',go);else{r.end(`data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`)}};go()})});s.listen(0,()=>parentPort!.postMessage((s.address() as any).port)); }
else { const w=new Worker(new URL(import.meta.url)); const port=await new Promise<number>(r=>w.once('message',r));
const {providerModel}=await import('../../src/adapters/models/providers.ts'); const {createOpenAICompatible}=await import('@ai-sdk/openai-compatible');
const entry:any={id:'x',provider:'compatible',provider_model:'m',max_tokens:100000,supports_temperature:true};
const m=providerModel({entry,base_url:`http://127.0.0.1:${port}/v1`,api_key:'k'},{first_token_ms:5000,idle_ms:5000,spoken:new Map()});
const ours=async()=>{let n=0;for await(const e of m({prompt:{instructions:'',passages:null,history:[],question:'q'},temperature:1,max_tokens:10,signal:new AbortController().signal})){if(e.type==='text')n++;}return n};
const c=createOpenAICompatible({name:'c',apiKey:'k',baseURL:`http://127.0.0.1:${port}/v1`,includeUsage:true});
const ds=async()=>{const {stream}=await c('m').doStream({prompt:[{role:'user',content:[{type:'text',text:'oi'}]}]});let n=0;const rd=stream.getReader();for(;;){const {done,value}=await rd.read();if(done)break;if(value.type==='text-delta')n++;}return n};
for(let k=0;k<4;k++)for(const [name,f] of [['ours',ours],['bare doStream',ds]] as const){const u=performance.eventLoopUtilization();const n=await f();const e=performance.eventLoopUtilization(u);console.log(name,n,(e.active*1000/N).toFixed(1)+'us active')}
process.exit()}
