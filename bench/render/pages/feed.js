/** How the two others get the text: the same events, and at most one new state per frame. */
export async function feed(onText, onEnd) {
  const response = await fetch('/api/v1/chat/sessions/bench/messages', { method: 'POST' });
  const decoder = new TextDecoder();
  let rest = '';
  let text = '';
  let frame = 0;
  for await (const bytes of response.body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('data:')) text += JSON.parse(line.slice(5)).content;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onText(text);
    });
  }
  cancelAnimationFrame(frame);
  onText(text);
  onEnd();
}
