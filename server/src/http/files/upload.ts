/**
 * Uploads: streamed to a folder, cut off at the call's limit, deleted once the call is answered. The sender's file name is
 * data; no path is ever made of it.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import multipart, { type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Definition, Endpoint } from '#contract/endpoint.ts';
import type { ReceivedFile } from '#contract/files.ts';
import { AppError } from '../../app-error.ts';
import { cleanFilename } from '../../text/filename.ts';
import { fieldErrors } from '../validation.ts';
import { type UploadFolder, whenFull } from './upload-folder.ts';

/** Fields beside the file, their names and what else the form needs. */
const FORM_BYTES = 64 * 1024;
const FIELD_BYTES = 40_000;
const PARTS_MAX = 20;
/** A refused sender may go on sending for so long, so that it reads the reply. */
const LINGER_MS = 2_000;
/** The same for a sender that reads nothing before it has sent everything. */
const CLOSING_LINGER_MS = 30_000;

export type Received = { fields: unknown; remove(): Promise<void> };

export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
}

/** A form of several parts becomes a body like any other; a file in it is refused. */
export async function acceptParts(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    try {
      request.body = await readFields(request);
    } catch (error) {
      await discardRest(request);
      throw asRefusal(error);
    }
  });
}

async function readFields(request: FastifyRequest): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null);
  const limits = { fieldSize: FIELD_BYTES, fieldNameSize: 100, parts: PARTS_MAX };
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname;
    if (part.type === 'file') throw refused(name.slice(0, 50), 'Este campo não é um arquivo.');
    if (name in fields) throw refused(name, 'Este campo veio mais de uma vez.');
    fields[name] = textOf(part);
  }
  return { ...fields };
}

export async function receiveFiles(
  request: FastifyRequest,
  endpoint: Endpoint<Definition>,
  folder: UploadFolder,
): Promise<Received> {
  const files: ReceivedFile[] = [];
  const remove = async () => {
    await Promise.all(files.map(({ path }) => rm(path, { force: true })));
  };
  try {
    return { fields: parsed(endpoint, await readForm(request, endpoint, folder, files), files), remove };
  } catch (error) {
    await remove();
    await discardRest(request);
    throw asRefusal(error);
  }
}

type Fields = Record<string, string | ReceivedFile>;

async function readForm(
  request: FastifyRequest,
  { file, file_max = 0, file_too_large = 'payload_too_large' }: Endpoint<Definition>,
  folder: UploadFolder,
  files: ReceivedFile[],
): Promise<Fields> {
  if (!request.isMultipart()) {
    if (request.headers['content-type'] !== undefined) throw new AppError('unsupported_media_type');
    return {};
  }
  // A content-length over the limit is refused at once.
  if (Number(request.headers['content-length']) > file_max + FORM_BYTES) throw new AppError(file_too_large);
  const known = Object.keys((file as z.ZodObject).shape);
  const fields: Fields = Object.create(null);
  const limits = { fileSize: file_max, fieldSize: FIELD_BYTES, fieldNameSize: 100, parts: PARTS_MAX };
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname;
    if (!known.includes(name)) throw refused(name.slice(0, 50), 'Este campo não é esperado.');
    if (name in fields)
      throw refused(
        name,
        part.type === 'file' ? 'Envie um arquivo por vez.' : 'Este campo veio mais de uma vez.',
      );
    if (part.type === 'field') {
      fields[name] = textOf(part);
      continue;
    }
    const received = { path: folder.place(), original_filename: cleanFilename(part.filename ?? ''), size: 0 };
    files.push(received);
    received.size = await store(part.file, received.path, () => new AppError(file_too_large));
    fields[name] = received;
  }
  return fields;
}

async function store(
  file: Readable & { truncated?: boolean },
  path: string,
  tooLarge: () => AppError,
): Promise<number> {
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      // At the first byte too many, not at the end of what is being sent.
      if (file.truncated) throw tooLarge();
      size += chunk.length;
      yield chunk;
    }
    if (file.truncated) throw tooLarge();
  };
  // A part of exactly as much as is allowed gives nothing more when it goes on, and does not end either.
  const overLimit = new AbortController();
  file.once('limit', () => overLimit.abort());
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(file, counted, target, { signal: overLimit.signal }).catch((error) => {
    throw file.truncated ? tooLarge() : whenFull(error);
  });
  return size;
}

function parsed(endpoint: Endpoint<Definition>, fields: Fields, files: ReceivedFile[]): unknown {
  const result = (endpoint.file as z.ZodType).safeParse({ ...fields });
  if (result.success) return result.data;
  // Only files are checked by hand (contract/src/files.ts).
  const { issues } = result.error;
  if (!files.length && issues.some(({ code }) => code === 'custom')) throw new AppError('file_missing');
  const errors = fieldErrors(issues);
  throw new AppError('validation', { detail: errors[0]?.message ?? 'Dados inválidos.', errors });
}

/** A form that cannot be parsed is the sender's fault; a failure of the disk is not. */
function asRefusal(error: unknown): unknown {
  const isKnown =
    error instanceof AppError || 'statusCode' in (error as object) || 'syscall' in (error as object);
  return isKnown ? error : new AppError('bad_request', { cause: error });
}

function textOf({ fieldname, value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) throw refused(fieldname, 'Este campo é longo demais.');
  return String(value);
}

const refused = (field: string, message: string) =>
  new AppError('validation', { detail: message, errors: [{ field, message }] });

/**
 * Discards the rest of the body for a while; a sender that goes on longer loses its connection. With `Connection: close`
 * Node ends the connection together with the reply, and bytes that are still under way would reset it before the sender
 * reads: the reply waits for the end of the body.
 */
async function discardRest({ raw, headers }: FastifyRequest): Promise<void> {
  const closes = headers.connection?.toLowerCase().includes('close') ?? false;
  raw.unpipe();
  raw.resume();
  const linger = setTimeout(
    () => raw.complete || raw.destroy(),
    closes ? CLOSING_LINGER_MS : LINGER_MS,
  ).unref();
  raw.once('close', () => clearTimeout(linger));
  if (closes) await finished(raw, { writable: false }).catch(() => {});
}
