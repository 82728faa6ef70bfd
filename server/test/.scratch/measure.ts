import { readFileSync } from 'node:fs';
import { quotesFor, textOf } from '../../src/adapters/models/local-quotes.ts';
import { questionStems, stemsOf } from '../../src/adapters/models/local-words.ts';
const d=JSON.parse(readFileSync('/work/shared/data/retrieval-dev.json','utf8'));
const docs=d.documents; const bySet:any={};
for(const doc of docs)for(const p of doc.passages)(bySet[doc.set]??=[]).push({id:p.id,title:doc.title,text:p.text});
const idx:any={};for(const s in bySet){const ps=bySet[s];const bags=ps.map((p:any)=>{const m=new Map();const st=stemsOf(p.text);for(const w of st)m.set(w,(m.get(w)??0)+1);return {m,n:st.length}});const df=new Map();for(const b of bags)for(const w of b.m.keys())df.set(w,(df.get(w)??0)+1);idx[s]={ps,bags,df,avg:bags.reduce((a:number,b:any)=>a+b.n,0)/bags.length}}
const rank=(s:string,q:string)=>{const {ps,bags,df,avg}=idx[s];const qs=questionStems(q);return bags.map((b:any,i:number)=>{let sc=0;for(const t of qs){const tf=b.m.get(t)??0;if(!tf)continue;const n=df.get(t);sc+=Math.log(1+(bags.length-n+.5)/(n+.5))*tf*1.9/(tf+.9*(.2+.8*b.n/avg))}return{i,sc}}).sort((a:any,b:any)=>b.sc-a.sc).slice(0,5).map(({i}:any,n:number)=>({index:n+1,title:ps[i].title,section:'',text:ps[i].text,id:ps[i].id}))};
let n=0,inTop=0,hit=0,whole=0,words=0,lens:number[]=[],first=0; const squash=(t:string)=>t.replace(/\s+/g,' ').toLowerCase();
const only=process.argv[2]; const miss:any[]=[];const t0=performance.now();let calls=0;
const step=Number(process.argv[3]??3);
for(let k=0;k<d.questions.length;k+=step){const q=d.questions[k]; if(only&&q.set!==only)continue; if(!q.answers?.length)continue; n++;
 const p=rank(q.set,q.text); const gold=p.some((x:any)=>q.gold.includes(x.id)); if(!gold)continue; inTop++;
 calls++; const quotes=quotesFor({question:q.text,passages:p,history:[]}); const all=squash(quotes.map(textOf).join('\n')); const w=all.split(' ').length; lens.push(w); words+=w;
 const goldQuotes=quotes.filter(x=>q.gold.includes((x.passage as any).id)); const ok=goldQuotes.some(x=>{const t=squash(textOf(x));return q.answers.some((a:any)=>t.includes(squash(a.text.trim())))}); if(goldQuotes.length)first++; if(ok)hit++; else miss.push([q.text,q.answers[0].text,all.slice(0,300)]);
}
lens.sort((a,b)=>a-b);
console.log({set:only??'all',n,inTop,passageQuoted:(first/inTop).toFixed(3),answerQuoted:(hit/inTop).toFixed(3),medianWords:lens[lens.length>>1],p95:lens[Math.floor(lens.length*.95)],msPerCall:((performance.now()-t0)/calls).toFixed(1)});
if(process.argv[4])for(const m of miss.slice(0,12))console.log(m);
