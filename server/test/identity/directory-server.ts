/** An OpenLDAP server of this machine for a test file, in a temporary folder and on free ports. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'ldapts';
import type { SelfSigned } from '../content/self-signed.ts';

const BASE = 'dc=exemplo';
const OWNER = { dn: `cn=dono,${BASE}`, password: 'senha do dono' };
const READER = { dn: `cn=leitor,${BASE}`, password: 'senha do leitor' };
const STARTING_MS = 20_000;
const PAUSE_MS = 50;

const firstThatExists = (...paths: (string | undefined)[]) =>
  paths.find((path) => path !== undefined && existsSync(path));
const program = firstThatExists(process.env.SLAPD, '/usr/sbin/slapd', '/usr/local/libexec/slapd');
const schemas = firstThatExists('/etc/ldap/schema', '/etc/openldap/schema');
const modules = firstThatExists('/usr/lib/ldap', '/usr/lib/openldap', '/usr/lib64/openldap');

/** Without a server its tests are skipped, with one line that says so. */
export const hasDirectoryServer = program !== undefined && schemas !== undefined && modules !== undefined;
if (!hasDirectoryServer) process.stderr.write('Tests of LDAP are skipped: slapd is not on this machine.\n');

export type DirectoryPersonOptions = { uid: string; mail: string; name?: string; password?: string };

export async function startDirectoryServer({ key, cert }: SelfSigned) {
  if (!program) throw new Error('no directory server is on this machine');
  const folder = await mkdtemp(join(tmpdir(), 'prosa-ldap-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 });
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'slapd.conf'), configuration(folder));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
  const server = spawn(program, ['-f', join(folder, 'slapd.conf'), '-h', urls, '-d', '0'], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const owner = await connected(port);
  await owner.add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'exemplo', o: 'Exemplo' });
  await owner.add(READER.dn, {
    ...{ objectClass: ['organizationalRole', 'simpleSecurityObject'], cn: 'leitor' },
    userPassword: READER.password,
  });
  const dnOf = (uid: string) => `uid=${uid},${BASE}`;
  return {
    owner,
    dnOf,
    base: BASE,
    cert,
    port,
    tlsPort,
    /** The settings of a provider that reads it. */
    settings: {
      ...{ url: `ldaps://127.0.0.1:${tlsPort}`, tls: 'ldaps' as const, ca_pem: cert, nested: false },
      ...{ bind_dn: READER.dn, base: BASE, attribute_login: 'uid', attribute_email: 'mail' },
      ...{ attribute_name: 'displayName', attribute_id: 'entryUUID' },
    },
    secret: READER.password,
    async add({ uid, mail, name = 'Ana Souza', password = 'senha da rede' }: DirectoryPersonOptions) {
      const person = { sn: name, cn: name, displayName: name, uid, mail, userPassword: password };
      await owner.add(dnOf(uid), { objectClass: 'inetOrgPerson', ...person });
      return dnOf(uid);
    },
    addGroup: (cn: string, member: string[]) =>
      owner.add(`cn=${cn},${BASE}`, { objectClass: 'groupOfNames', cn, member }),
    async close() {
      await owner.unbind();
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type DirectoryServer = Awaited<ReturnType<typeof startDirectoryServer>>;

const configuration = (folder: string) => `
include ${schemas}/core.schema
include ${schemas}/cosine.schema
include ${schemas}/inetorgperson.schema
modulepath ${modules}
moduleload back_mdb
moduleload memberof
pidfile ${folder}/pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
maxsize 10485760
suffix "${BASE}"
rootdn "${OWNER.dn}"
rootpw "${OWNER.password}"
directory ${folder}/data
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by anonymous auth by * none
`;

async function connected(port: number): Promise<Client> {
  for (let left = STARTING_MS; ; left -= PAUSE_MS) {
    const client = new Client({ url: `ldap://127.0.0.1:${port}` });
    try {
      await client.bind(OWNER.dn, OWNER.password);
      return client;
    } catch (error) {
      if (left <= 0) throw new Error('the directory server did not start', { cause: error });
      await wait(PAUSE_MS);
    }
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
