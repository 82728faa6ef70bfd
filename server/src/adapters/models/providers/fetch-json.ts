/** One short exchange of JSON with a provider, for what is no stream: lists of models and embeddings. */

export type JsonExchange = {
  headers: Record<string, string>;
  /** Absent for a GET. */
  body?: object;
  /** A longer reply is refused. */
  max_bytes: number;
  signal: AbortSignal;
};

/** Rejects for every status but 2xx, for a redirect and for what is no JSON. The message holds no text of the provider. */
export async function fetchJson(url: string, exchange: JsonExchange): Promise<unknown> {
  const { headers, body, max_bytes, signal } = exchange;
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'prosa' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    // A redirect would carry the key to wherever it points.
    redirect: 'error',
    signal,
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`the provider answered with ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > max_bytes) throw new Error('the reply of the provider is too long');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}
