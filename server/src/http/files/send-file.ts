/** Downloads: as attachments with a fixed type, so that the browser neither sniffs nor runs them. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Download } from '#contract/endpoint.ts';

export function sendFile(
  reply: FastifyReply,
  mediaType: string,
  { filename, media_type = mediaType, cache_control, content }: Download,
): FastifyReply {
  reply
    .header('content-type', media_type)
    .header('content-disposition', disposition(filename))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'");
  if (cache_control) reply.header('cache-control', cache_control);
  if (typeof content === 'string') return reply.send(content);
  return reply.send(content instanceof Uint8Array ? Buffer.from(content) : Readable.from(content));
}

/** RFC 6266: a plain name for old programs, the whole one for all others. */
function disposition(filename: string): string {
  const plain = filename.normalize('NFKD').replace(/[^\w.() -]/g, '_');
  const whole = encodeURIComponent(filename).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
