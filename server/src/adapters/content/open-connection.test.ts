/** R-TBL-47: TLS to a database whose address somebody typed. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionAddress } from '#contract/connections.ts';
import { selfSigned } from '../../../test/content/self-signed.ts';
import { openTcpBridge, type TcpBridge } from '../../../test/content/tcp-bridge.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { openLog } from '../log.ts';
import { openConnection } from './open-connection.ts';

const known = getCACertificates('default');
const certificate = selfSigned();

let content: TestContent;
let bridge: TcpBridge;
beforeAll(async () => {
  content = await openTestContent();
  bridge = await openTcpBridge(content.address as { host: string; port: number }, certificate);
});
afterAll(async () => {
  setDefaultCACertificates(known);
  await bridge.close();
  await content.close();
});

/** The server's version, or the code of the failure. */
async function reached(tls: ConnectionAddress['tls'], host = '127.0.0.1'): Promise<string> {
  const { database, user } = content.address as { database: string; user: string };
  const reader = openConnection(
    { kind: 'postgres', host, port: bridge.port, database, user, password: null, tls },
    { private_hosts: 'all', loopback_hosts: 'all', reasons: { private: '', plain: '' } },
    openLog('silent'),
  );
  try {
    return (await reader.inspect()).version;
  } catch (error) {
    return codeOf(error);
  } finally {
    await reader.close();
  }
}

function codeOf(error: unknown): string {
  const { code, cause, message } = error as { code?: string; cause?: unknown; message: string };
  return code ?? (cause ? codeOf(cause) : message);
}

describe('R-TBL-47 TLS of a connection', () => {
  test('«require» encrypts and takes any certificate; «verify» takes those of an authority that is known', async () => {
    setDefaultCACertificates(known);
    expect(await reached('require')).toMatch(/^PostgreSQL \d/);
    expect(await reached('verify')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    setDefaultCACertificates([...known, certificate.cert]);
    expect(await reached('verify')).toMatch(/^PostgreSQL \d/);
  });

  test('«verify» refuses a certificate of another server', async () => {
    setDefaultCACertificates([...known, certificate.cert]);
    expect(await reached('verify', 'localhost')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await reached('require', 'localhost')).toMatch(/^PostgreSQL \d/);
  });
});
