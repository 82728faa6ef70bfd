import { readdirSync, readFileSync } from 'node:fs';
import { localAnswer } from '../../src/adapters/models/local-reader.ts';
const dir='docs/manual/';
// naive chunker by ## heading and naive ranking, for eyeballing only
const chunks = readdirSync(dir).flatMap(f=>{const t=readFileSync(dir+f,'utf8');return t.split(/^(?=## )/m).map(c=>({title:f,section:/^##? (.*)/.exec(c)?.[1]??'',text:c.replace(/^##? .*\n+/,'')}))});
import { questionStems, stemsOf } from '../../src/adapters/models/local-words.ts';
const bags=chunks.map(c=>stemsOf(c.section+' '+c.text));
const df=new Map();for(const b of bags)for(const w of new Set(b))df.set(w,(df.get(w)??0)+1);
const rank=(q:string)=>{const qs=questionStems(q);const avg=bags.reduce((s,b)=>s+b.length,0)/bags.length;return bags.map((b,i)=>{let s=0;for(const t of qs){const tf=b.filter(x=>x===t).length;const idf=Math.log(1+(bags.length-(df.get(t)??0)+.5)/((df.get(t)??0)+.5));s+=idf*tf*1.9/(tf+.9*(.2+.8*b.length/avg))}return{i,s}}).sort((a,b)=>b.s-a.s).filter(x=>x.s>0).slice(0,8).map(({i},n)=>({index:n+1,...chunks[i]!}))};
for(const q of process.argv.slice(2)){const p=rank(q);const a=localAnswer({instructions:'',passages:p,history:[],question:q});console.log('\n### '+q+'\n   ['+p.slice(0,4).map(x=>x.section).join(' | ')+']  '+a.split(/\s+/).length+' palavras\n'+a)}
