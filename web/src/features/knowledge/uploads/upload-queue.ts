/** Files on their way to the server: a few at once, the others wait. Outside React, which only draws it. */
import { ApiFailure, failedWith, isOutage } from '../../../api/failure.ts';
import type { OnSent } from '../../../api/upload.ts';

export type Upload = {
  key: string;
  /** The idempotency key: an upload without a response is sent again with it, and is stored once. */
  request_key: string;
  file: File;
  /** The document whose text it is to replace. */
  replaces: Target | null;
  /** The document that has its name already, until somebody has said what is to become of the two. */
  namesake: Target | null;
  /** Somebody has said so, or nobody need: it is not asked again. */
  settled: boolean;
  /** `asking`: it waits for that; `reading`: it has left, and the server is looking into it. */
  state: 'asking' | 'waiting' | 'sending' | 'reading' | 'failed';
  /** 0 to 1. */
  sent: number;
  failure: Failure | null;
};

export type Target = { id: number; name: string };
/** Whether a file replaces the document of its name, or stands beside it. */
export type Choice = 'replace' | 'keep-both';

/** `sentence`: refused before it was sent, which trying again will not change. */
export type Failure = { sentence: string } | { cause: unknown };

type Send = (upload: Upload, options: { signal: AbortSignal; onSent: OnSent }) => Promise<void>;

type Rules = {
  send: Send;
  /** Why a file need not be sent at all; null when it may go. */
  refusalOf: (file: File) => string | null;
  /** The document that a file of this name may be the new version of. */
  namesakeOf?: (name: string) => Target | null;
  newKey: () => string;
  /** Nothing is known of the document on the server any more, or something new is. */
  onSettled: () => void;
};

export const UPLOADS_AT_ONCE = 3;

export class UploadQueue {
  private uploads: readonly Upload[] = [];
  private readonly running = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();
  private readonly rules: Rules;

  constructor(rules: Rules) {
    this.rules = rules;
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };
  readonly snapshot = () => this.uploads;

  /** A file that is among them twice, or under way already, is taken once. */
  add(files: File[], replaces: Target | null = null): void {
    const uploads = [...this.uploads];
    for (const file of files)
      if (!uploads.some((upload) => isSameUpload(upload, file, replaces)))
        uploads.push(this.uploadOf(file, replaces));
    this.keep(uploads);
  }

  private uploadOf(file: File, replaces: Target | null): Upload {
    const sentence = this.rules.refusalOf(file);
    const failure = sentence === null ? null : { sentence };
    const namesake = replaces || failure ? null : this.namesakeOf(file);
    const key = this.rules.newKey();
    const state = failure ? 'failed' : namesake ? 'asking' : 'waiting';
    const settled = replaces !== null;
    return { key, request_key: key, file, replaces, namesake, settled, state, sent: 0, failure };
  }

  private namesakeOf({ name }: File): Target | null {
    return this.rules.namesakeOf?.(name) ?? null;
  }

  /** `key`: of one file; without it the choice is for all that wait for one. */
  choose(choice: Choice, key?: string): void {
    this.keep(
      this.uploads.map((upload): Upload => {
        if (upload.state !== 'asking' || (key !== undefined && upload.key !== key)) return upload;
        const replaces = choice === 'replace' ? upload.namesake : null;
        return { ...upload, state: 'waiting', replaces, namesake: null, settled: true };
      }),
    );
  }

  retry(key: string): void {
    const upload = this.uploads.find((each) => each.key === key);
    if (upload?.state !== 'failed') return;
    // Under its old key a refusal would only be repeated.
    const request_key = wasRefused(upload.failure) ? this.rules.newKey() : upload.request_key;
    this.change(key, { state: 'waiting', sent: 0, failure: null, request_key, settled: true });
  }

  /** Stops it if it is under way, and forgets it. */
  remove(key: string): void {
    this.running.get(key)?.abort();
    this.running.delete(key);
    this.keep(this.uploads.filter((upload) => upload.key !== key));
  }

  removeFailed(): void {
    this.keep(this.uploads.filter(({ state }) => state !== 'failed'));
  }

  /** Stops all uploads when the page is left. */
  close(): void {
    for (const stop of this.running.values()) stop.abort();
    this.running.clear();
    this.keep([]);
  }

  private keep(uploads: readonly Upload[]): void {
    this.uploads = uploads;
    this.fill();
    for (const listener of this.listeners) listener();
  }

  private fill(): void {
    while (this.running.size < UPLOADS_AT_ONCE) {
      // Looked up anew each time: starting one may already change the others.
      const next = this.uploads.find((upload) => this.mayStart(upload));
      if (!next) return;
      const namesake = next.settled ? null : this.namesakeOf(next.file);
      if (namesake) this.uploads = this.changed(next.key, { state: 'asking', namesake });
      else this.start(next);
    }
  }

  /** One of the name of another that is under way waits until that one is a document: it may be its new version. */
  private mayStart({ key, file, state }: Upload): boolean {
    if (state !== 'waiting' || this.running.has(key)) return false;
    return !this.uploads.some((other) => this.running.has(other.key) && hasSameName(other.file, file));
  }

  private changed(key: string, change: Partial<Upload>): readonly Upload[] {
    return this.uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload));
  }

  private change(key: string, change: Partial<Upload>): void {
    this.keep(this.changed(key, change));
  }

  private start(upload: Upload): void {
    const { key } = upload;
    const stop = new AbortController();
    this.running.set(key, stop);
    const onSent = (sent: number) => {
      if (!stop.signal.aborted) this.change(key, { sent, state: sent < 1 ? 'sending' : 'reading' });
    };
    const settle = (failure: Failure | null) => {
      if (stop.signal.aborted) return;
      this.running.delete(key);
      if (failure) this.change(key, { state: 'failed', failure });
      else this.remove(key);
    };
    this.rules
      .send(upload, { signal: stop.signal, onSent })
      .then(
        () => settle(null),
        (cause: unknown) => settle({ cause }),
      )
      .finally(this.rules.onSettled);
  }
}

/** Computers that people share files with differ in how they write an accent, and in capitals. */
export const writtenName = (filename: string): string => filename.normalize('NFC').toLocaleLowerCase('pt-BR');

const hasSameName = (one: File, other: File): boolean => writtenName(one.name) === writtenName(other.name);

const isSameUpload = (upload: Upload, file: File, replaces: Target | null): boolean =>
  upload.state !== 'failed' &&
  upload.replaces?.id === replaces?.id &&
  hasSameName(upload.file, file) &&
  upload.file.size === file.size &&
  upload.file.lastModified === file.lastModified;

const wasRefused = (failure: Failure | null): boolean =>
  failure !== null &&
  'cause' in failure &&
  failure.cause instanceof ApiFailure &&
  failure.cause.kind === 'http';

/** Whether the same file may fare better another time: not when the server has read it and said no. */
export const mayPass = (failure: Failure): boolean =>
  'cause' in failure && (isOutage(failure.cause) || failedWith(failure.cause, 'document_busy'));

/** Stopping it now would lose it; what has left is read by the server whether anybody waits for it or not. */
export const isOnThisSide = ({ state }: Upload): boolean =>
  state === 'asking' || state === 'waiting' || state === 'sending';

export const isAsking = ({ state }: Upload): boolean => state === 'asking';

export const isUnderWay = ({ state }: Upload): boolean => state !== 'failed' && state !== 'asking';
