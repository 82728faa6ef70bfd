/**
 * Starts every script of package.json: installs what is missing, builds the web app where it is needed,
 * and goes on with Node 24, whichever Node the machine has. Runs on Node 20 and needs nothing installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.bootstrap');
const NEEDED_MAJOR = 24;
/**
 * V8's young generation grows with whatever goes on at once, to three times this, and seldom shrinks again (MB). With
 * half of it a chunk of an answer costs a tenth more.
 */
const FLAGS = ['--max-semi-space-size=16'];

/** Its tasks run from the sources. */
const SERVER = 'server/src/main.ts';
const BUILT_SERVER = 'server/dist/main.js';

const [asked, ...rest] = process.argv.slice(2);
process.chdir(root);
install();
const node = nodeToUse();
const target = asked === SERVER && rest.length === 0 ? builtServer(node) : asked;

// The same process goes on as the script: signals and the process id stay what the caller knows.
if (node === process.execPath && process.execve)
  process.execve(node, [node, ...FLAGS, target, ...rest], childEnv(node));
handOver(node);

function install() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Instalando dependências (só na primeira vez ou quando elas mudam)…');
  const result = npm([
    ...(installsFromLockfile() ? ['ci'] : ['install', '--no-save']),
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    // npm itself runs on the machine's Node; that some packages want a newer one is why ours comes along.
    '--loglevel=error',
  ]);
  if (result.status !== 0) {
    console.error(
      '\nNão foi possível instalar as dependências. Verifique a conexão com o registro do npm e tente de novo.',
    );
    process.exit(1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * A first installation is exactly what the lockfile holds (`npm ci`). An existing one is brought up to the lockfile by
 * `npm install --no-save`: `npm ci` would first delete it, under a running process, and leave nothing where the registry
 * cannot be reached. The same goes for a package.json that was edited and that the lockfile does not fit yet, which
 * `npm ci` refuses.
 */
function installsFromLockfile() {
  if (existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const wanted = read('package.json');
  const locked = read('package-lock.json').packages[''];
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every(
    (kind) => JSON.stringify(wanted[kind]) === JSON.stringify(locked[kind]),
  );
}

/** The state of the project on which an installation depends. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function npm(args) {
  // The installation may replace the very programs in node_modules/.bin: npm must not run on them.
  const bin = join(root, 'node_modules', '.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin);
  return spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    // The variables of the npm that started us would override the arguments.
    env: {
      ...withoutNpm(process.env),
      PATH: path.join(delimiter),
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
      NODE_ENV: '',
    },
  });
}

function withoutNpm(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_(config|package|lifecycle|command)/i.test(name)),
  );
}

function nodeToUse() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  const own = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(own)) return own;
  console.error(
    `O Prosa roda no Node ${NEEDED_MAJOR} e não há um pronto para ${process.platform}-${process.arch}. Instale o Node ${NEEDED_MAJOR} e tente de novo.`,
  );
  process.exit(1);
}

/** Builds the web app and the server where they are not what their sources would give. */
function builtServer(node) {
  const { status } = spawnSync(node, ['scripts/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  // There is none where the tools to build it are missing.
  return existsSync(join(root, BUILT_SERVER)) ? BUILT_SERVER : SERVER;
}

function childEnv(node) {
  // Set from outside it holds for the first file too: the compiler of TypeScript is not loaded at all, which it
  // would be for good.
  const compiled = join(root, 'node_modules', '.cache', 'compile');
  const cache = target === SERVER ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compiled } : {};
  // Of the C library's heap each thread would keep a part of its own (decision 250).
  const malloc =
    target === SERVER || target === BUILT_SERVER
      ? { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' }
      : {};
  return { ...process.env, ...cache, ...malloc, PATH: dirname(node) + delimiter + (process.env.PATH ?? '') };
}

function handOver(node) {
  const child = spawn(node, [...FLAGS, target, ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: childEnv(node),
  });
  // Ctrl-C reaches the child by itself; what is sent to us alone is passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
