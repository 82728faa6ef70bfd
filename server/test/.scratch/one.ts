import { openProviderStub, STUB_TEXT } from '../provider-stub.ts';
import { providerModel } from '../../src/adapters/models/providers.ts';
import { versionedUrl } from '../../src/adapters/models/base-url.ts';
const stub=await openProviderStub();
const base={id:'x',name:'x',description:'',context_window:1000,max_tokens:1000,supports_temperature:true,is_new:false,recommended:false};
const spoken=new Map();
for(const [provider,extra] of [['openai',''],['openai','+chatonly'],['anthropic',''],['google',''],['compatible','']] as const)
for(const fault of ['','bytes=3','noise','garbage@3','garbage@0','garbage','401','429','429+retry=20','500','503','529','404','flaky=2','slowhead','hang@0','hang@3','cut@0','cut@3','eof@0','eof@3','eof@999','errevent@0','errevent@3','nousage','zerousage','empty','huge']){
  stub.reset(); spoken.clear(); stub.always(fault+extra);
  const m=providerModel({entry:{...base,provider,provider_model:'stub'},base_url:versionedUrl(provider,stub.url),api_key:'sk-secret-key-123'},{first_token_ms:400,idle_ms:150,spoken,pause:async()=>{}});
  let text='';let last:any; const t=performance.now();
  for await(const e of m({prompt:{instructions:'i',passages:null,history:[],question:'q'},temperature:.5,max_tokens:100,signal:new AbortController().signal})){ if(e.type==='text')text+=e.text; else last=e;}
  await new Promise(r=>setTimeout(r,20));
  const show= last?.type==='end'?`end ${last.reason} ${JSON.stringify(last.usage)}`:`${last?.code} ${JSON.stringify(last?.cause)} ${JSON.stringify(last?.usage)}`;
  console.log((provider+extra).padEnd(16),fault.padEnd(14), String(text.length).padEnd(7), text===STUB_TEXT?'exact':'', 'calls',stub.calls.length,'open',stub.open, (performance.now()-t).toFixed(0)+'ms', show);
}
await stub.close(); process.exit();
