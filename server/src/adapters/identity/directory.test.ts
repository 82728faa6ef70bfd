/** Directories by LDAP: Debian's slapd where it is on this machine, and a stand-in for what it does not say. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../../test/content/self-signed.ts';
import {
  type DirectoryServer,
  hasDirectoryServer,
  startDirectoryServer,
} from '../../../test/identity/directory-server.ts';
import { startDirectoryStandIn } from '../../../test/identity/directory-stand-in.ts';
import { normalisedDn } from './claims.ts';
import { isPasswordOf, peopleById, personByPassword } from './directory.ts';
import type { DirectoryConnection } from './directory-address.ts';
import { probeDirectory } from './directory-probe.ts';
import { type IdentityNetwork, openIdentityNetwork } from './identity-network.ts';

const closing: IdentityNetwork[] = [];
function network(production = false, resolve?: Parameters<typeof openIdentityNetwork>[1]): IdentityNetwork {
  const opened = openIdentityNetwork({ production }, resolve);
  closing.push(opened);
  return opened;
}
afterEach(() => {
  for (const { network: opened } of closing.splice(0)) opened.close();
});
const last = (steps: unknown[]) => steps.at(-1);

describe.skipIf(!hasDirectoryServer)('a directory of OpenLDAP', () => {
  let server: DirectoryServer;
  let connection: DirectoryConnection;
  beforeAll(async () => {
    server = await startDirectoryServer(selfSigned());
    await server.add({ uid: 'ana', mail: 'ana@exemplo.gov.br' });
    await server.add({ uid: 'bia', mail: 'bia@exemplo.gov.br', name: 'Bia Lima' });
    await server.add({ uid: 'bia2', mail: 'bia@exemplo.gov.br' });
    await server.addGroup('Financeiro', [server.dnOf('ana')]);
    connection = { ...server.settings, password: server.secret };
  });
  afterAll(() => server.close());

  test('R-ACC-27 a person is known by name or address and password, with their groups', async () => {
    const password = 'senha da rede';
    const person = await personByPassword(network(), connection, { name: 'ana', password });
    expect(person).toMatchObject({
      email: 'ana@exemplo.gov.br',
      name: 'Ana Souza',
      groups: ['cn=financeiro,dc=exemplo'],
      disabled: false,
    });
    expect(person?.id).toMatch(/^[0-9a-f-]{36}$/);
    const again = await personByPassword(network(), connection, { name: 'ana@exemplo.gov.br', password });
    expect(again?.id).toBe(person?.id);
    expect(await personByPassword(network(), connection, { name: 'ana', password: 'outra' })).toBeNull();
  });

  test.each(['*', 'an*', '*)(uid=*', 'ana)(uid=*', 'ana)(|(uid=*', '\\2a', 'ana\\', '(ana)', 'nobody', ''])(
    'R-ACC-27 the name %j finds nobody',
    async (name) => {
      const asked = { name, password: 'senha da rede' };
      expect(await personByPassword(network(), connection, asked)).toBeNull();
    },
  );

  test('two people with one address are nobody, and each is found by their own name', async () => {
    const password = 'senha da rede';
    expect(
      await personByPassword(network(), connection, { name: 'bia@exemplo.gov.br', password }),
    ).toBeNull();
    expect(await personByPassword(network(), connection, { name: 'bia', password })).not.toBeNull();
  });

  test('R-ACC-28 StartTLS and LDAPS ask for a certificate that is right', async () => {
    const asked = { name: 'ana', password: 'senha da rede' };
    const url = `ldap://127.0.0.1:${server.port}`;
    const upgraded = { ...connection, url, tls: 'starttls' } as const;
    expect(await personByPassword(network(), upgraded, asked)).not.toBeNull();
    const others = [
      { ...connection, ca_pem: null },
      { ...connection, ca_pem: selfSigned().cert },
      { ...upgraded, ca_pem: null },
    ];
    for (const other of others)
      await expect(personByPassword(network(), other, asked)).rejects.toMatchObject({
        code: 'provider_misconfigured',
      });
  });

  test('R-ACC-28 a certificate for another name is refused, also where the name leads to the right server', async () => {
    const resolving = network(false, async () => [{ address: '127.0.0.1', family: 4 }]);
    for (const url of [
      `ldaps://diretorio.exemplo:${server.tlsPort}`,
      `ldap://diretorio.exemplo:${server.port}`,
    ]) {
      const tls = url.startsWith('ldaps') ? ('ldaps' as const) : ('starttls' as const);
      expect(last(await probeDirectory(resolving, { ...connection, url, tls }))).toEqual({
        ...{ step: 'certificate', passed: false, sentence: 'O certificado é de outro nome.' },
      });
    }
  });

  test('a referral to another host is not followed', async () => {
    let calls = 0;
    const elsewhere = createServer((socket) => {
      calls += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    await server.owner.add(`cn=fora,${server.base}`, {
      ...{ objectClass: ['referral', 'extensibleObject'], cn: 'fora' },
      ref: `ldap://127.0.0.1:${port}/dc=outro`,
    });
    const asked = { name: 'ana', password: 'senha da rede' };
    expect(await personByPassword(network(), connection, asked)).not.toBeNull();
    expect(calls).toBe(0);
    elsewhere.close();
  });

  test('people are found again by their identifiers, a hundred at once, and those who left are not', async () => {
    const password = 'senha da rede';
    const person = await personByPassword(network(), connection, { name: 'ana', password });
    const ids = [
      person?.id ?? '',
      ...[...Array(150).keys()].map((n) => `00000000-0000-4000-8000-${n + 1e11}`),
    ];
    const found = await peopleById(network(), connection, ids);
    expect([...found.keys()]).toEqual([person?.id]);
    const id = person?.id ?? '';
    expect(await isPasswordOf(network(), connection, { id, password })).toBe(true);
    expect(await isPasswordOf(network(), connection, { id, password: ' ' })).toBe(false);
  });

  test('R-ACC-23 the trial of a connection names its steps and the one that fails', async () => {
    const steps = await probeDirectory(network(), connection);
    expect(steps.map(({ step, passed }) => [step, passed])).toEqual([
      ['address', true],
      ['certificate', true],
      ['reader', true],
      ['base', true],
    ]);
    expect(last(await probeDirectory(network(), { ...connection, password: 'outra' }))).toMatchObject({
      ...{ step: 'reader', passed: false },
    });
    expect(last(await probeDirectory(network(), { ...connection, base: 'dc=outro' }))).toMatchObject({
      ...{ step: 'base', passed: false },
    });
    expect(last(await probeDirectory(network(), { ...connection, ca_pem: null }))).toMatchObject({
      step: 'certificate',
      sentence: 'O certificado não é de uma autoridade que este servidor conhece.',
    });
  });
});

describe('a directory', () => {
  let directory: Awaited<ReturnType<typeof startDirectoryStandIn>>;
  let connection: DirectoryConnection;
  const asked = { name: 'ana', password: 'senha da rede' };
  beforeEach(async () => {
    directory = await startDirectoryStandIn();
    directory.state.attributes = { employeeNumber: '17', mail: 'ana@exemplo.gov.br', displayName: 'Ana' };
    connection = { ...directory.settings, password: null };
  });
  afterEach(() => directory.close());

  test('R-ACC-27 is asked by search and by password, and hears no empty one', async () => {
    expect(await personByPassword(network(), connection, asked)).toMatchObject({ id: '17', name: 'Ana' });
    expect(directory.heard.map(({ operation }) => operation)).toEqual(['search', 'bind']);
    const before = directory.state.connections;
    for (const password of ['', ' ', '\t'])
      expect(await personByPassword(network(), connection, { name: 'ana', password })).toBeNull();
    expect(directory.state.connections).toBe(before);
  });

  test('R-ACC-27 a name is sent as a value and never as a filter', async () => {
    await personByPassword(network(), connection, { ...asked, name: '*)(uid=*' });
    // An equality match (0xa3) with its lengths, and no substring filter (0xa4).
    expect(directory.heard[0]?.text).toContain('*)(uid=*');
    expect(directory.heard[0]?.text).not.toContain('\xa4');
  });

  test.each([
    ['80090308: LdapErr: DSID-0C09041C, comment: AcceptSecurityContext error, data 532, v4563', true],
    ['80090308: LdapErr: DSID-0C09041C, comment: AcceptSecurityContext error, data 773, v4563', true],
    ['80090308: LdapErr: DSID-0C09041C, comment: AcceptSecurityContext error, data 52e, v4563', false],
    ['80090308: LdapErr: DSID-0C09041C, comment: AcceptSecurityContext error, data 533, v4563', false],
  ])('tells an expired password from a wrong one: %s', async (words, isExpired) => {
    directory.state.bind = { code: 49, words };
    const person = personByPassword(network(), connection, asked);
    if (isExpired) await expect(person).rejects.toMatchObject({ code: 'provider_password_expired' });
    else expect(await person).toBeNull();
  });

  test('marks accounts that are switched off, and takes a busy server for no wrong password', async () => {
    directory.state.attributes.userAccountControl = '514';
    expect(await personByPassword(network(), connection, asked)).toMatchObject({ disabled: true });
    directory.state.search = { code: 51, referral: '' };
    await expect(personByPassword(network(), connection, asked)).rejects.toMatchObject({
      code: 'identity_provider_away',
    });
    directory.state.search = { code: 10, referral: 'ldap://169.254.169.254/' };
    await expect(personByPassword(network(), connection, asked)).rejects.toMatchObject({
      code: 'provider_misconfigured',
    });
  });

  test('that is mute ends the wait', { timeout: 20_000 }, async () => {
    directory.state.mute = true;
    await expect(personByPassword(network(), connection, asked)).rejects.toMatchObject({
      code: 'identity_provider_away',
    });
  });

  test('R-ACC-28 is not asked without TLS in production, nor at addresses that are refused', async () => {
    const address = { step: 'address', passed: false };
    expect(last(await probeDirectory(network(true), connection))).toMatchObject(address);
    for (const url of [
      'ldap://diretorio.exemplo.gov.br',
      'ldaps://169.254.169.254',
      'ldaps://[::ffff:169.254.169.254]:636',
      'ldaps://0xa9fea9fe',
    ]) {
      expect(last(await probeDirectory(network(), { ...connection, url }))).toMatchObject(address);
      await expect(personByPassword(network(), { ...connection, url }, asked)).rejects.toMatchObject({
        code: 'provider_misconfigured',
      });
    }
    expect(directory.state.connections).toBe(0);
  });
});

test('DNs are compared in one form', () => {
  expect(normalisedDn(' CN=Financeiro , OU = Grupos,DC=exemplo ')).toBe('cn=financeiro,ou=grupos,dc=exemplo');
  expect(normalisedDn('CN=Silva\\, Ana,DC=exemplo')).toBe('cn=silva\\, ana,dc=exemplo');
});
