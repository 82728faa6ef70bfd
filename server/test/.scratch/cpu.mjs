import http from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const N = 20000;
if (!isMainThread) {
  const s = http.createServer((q, r) => {
    q.resume();
    q.on('end', () => {
      r.writeHead(200, { 'content-type': 'text/event-stream' });
      let i = 0;
      const go = () => {
        let ok = true;
        while (i < N && ok) {
          i++;
          ok = r.write(
            `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content: 'palavra ' }, finish_reason: null }] })}\n\n`,
          );
        }
        if (i < N) r.once('drain', go);
        else {
          r.end(
            `data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
          );
        }
      };
      go();
    });
  });
  s.listen(0, () => parentPort.postMessage(s.address().port));
} else {
  const w = new Worker(new URL(import.meta.url));
  const port = await new Promise((r) => w.once('message', r));
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const { createOpenAI } = await import('@ai-sdk/openai');
  const { streamText } = await import('ai');
  const c = createOpenAICompatible({
    name: 'c',
    apiKey: 'k',
    baseURL: `http://127.0.0.1:${port}/v1`,
    includeUsage: true,
  });
  const o = createOpenAI({ apiKey: 'k', baseURL: `http://127.0.0.1:${port}/v1` });
  const raw = async () => {
    const r = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: 'POST', body: '{}' });
    let n = 0;
    for await (const b of r.body) n += b.length;
    return n;
  };
  const ds = (m) => async () => {
    const { stream } = await m.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'oi' }] }],
    });
    let n = 0;
    const rd = stream.getReader();
    for (;;) {
      const { done, value } = await rd.read();
      if (done) break;
      if (value.type === 'text-delta') n++;
    }
    return n;
  };
  const st = (m) => async () => {
    const r = streamText({
      model: m,
      instructions: 'x',
      messages: [{ role: 'user', content: 'oi' }],
      maxRetries: 0,
    });
    let n = 0;
    for await (const p of r.stream) if (p.type === 'text-delta') n++;
    return n;
  };
  for (let k = 0; k < 3; k++)
    for (const [name, f] of [
      ['raw', raw],
      ['doStream compat', ds(c('m'))],
      ['doStream openai.chat', ds(o.chat('m'))],
      ['streamText compat', st(c('m'))],
      ['streamText openai.chat', st(o.chat('m'))],
    ]) {
      const t = performance.now();
      const u = performance.eventLoopUtilization();
      const n = await f();
      const e = performance.eventLoopUtilization(u);
      console.log(
        name,
        n,
        (((performance.now() - t) * 1000) / N).toFixed(1) + 'us/chunk wall',
        ((e.active * 1000) / N).toFixed(1) + 'us active',
      );
    }
  process.exit();
}
