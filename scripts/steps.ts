/** Runs commands one after the other or side by side and says how each went. */
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { type Remembered, uncheckedFiles } from './checks/unchecked-files.ts';

export type Step = {
  name: string;
  command: string;
  /** A last «.» stands for all files. */
  args: string[];
  env?: Record<string, string>;
  /** For tools without a memory of their own. */
  remembered?: Remembered;
};
export type Outcome = { name: string; ok: boolean; seconds: number; output: string };

/** Programs of node_modules run on the Node that runs this. */
const PATH = [
  dirname(process.execPath),
  join(process.cwd(), 'node_modules', '.bin'),
  process.env.PATH ?? '',
].join(delimiter);

export function run({ name, command, args, env }: Step, { quiet }: { quiet: boolean }): Promise<Outcome> {
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env, PATH },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    const end = (ok: boolean) => resolve({ name, ok, seconds: (Date.now() - start) / 1000, output });
    child.on('error', (error) => {
      output += error.message;
      end(false);
    });
    child.on('exit', (code) => end(code === 0));
  });
}

const runWhole = (step: Step): Promise<Outcome> => run(step, { quiet: true });

/** Side by side; prints a line each and the whole output of what failed. */
export async function runAll(steps: Step[], runStep = runWhole): Promise<Outcome[]> {
  return Promise.all(
    steps.map(async (step) => {
      const outcome = await runStep(step);
      console.log(`${outcome.ok ? '✓' : '✗'} ${outcome.name} (${outcome.seconds.toFixed(1)} s)`);
      if (!outcome.ok) console.log(outcome.output);
      return outcome;
    }),
  );
}

/** As a step, but only for the files that its tool did not find right before. */
export async function runRemembered(step: Step): Promise<Outcome> {
  const { name, args, remembered } = step;
  if (!remembered) return run(step, { quiet: true });
  const { files, remember } = uncheckedFiles(remembered);
  if (files?.length === 0) return { name, ok: true, seconds: 0, output: '' };
  const outcome = await run(files ? { ...step, args: [...args.slice(0, -1), ...files] } : step, {
    quiet: true,
  });
  if (outcome.ok) remember();
  return outcome;
}

/** They decide about the types of every file. */
const TYPE_RULES = ['tsconfig.base.json', 'tsconfig.json', 'web/tsconfig.json', 'e2e/tsconfig.json'];

const memoryOf = (tool: string): string => join('node_modules', '.cache', `checked-${tool}.json`);

/** Files that did not change since the last check are not checked again: two seconds instead of twenty-five. */
const types = (project: string, name: string): string[] => [
  ...['-p', project, '--incremental'],
  ...['--tsBuildInfoFile', `node_modules/.cache/types-${name}.tsbuildinfo`],
];

export const checks: Step[] = [
  {
    name: 'formato e estilo (biome)',
    command: 'biome',
    args: ['check', '--no-errors-on-unmatched', '.'],
    remembered: {
      memory: memoryOf('biome'),
      files: /\.(?:[cm]?[jt]sx?|jsonc?|css|html|graphql)$/,
      rules: ['biome.json', 'package-lock.json'],
      seesTypes: false,
    },
  },
  {
    name: 'promessas e correção (oxlint)',
    command: 'oxlint',
    args: ['--type-aware', '.'],
    remembered: {
      memory: memoryOf('oxlint'),
      files: /\.[cm]?[jt]sx?$/,
      rules: ['.oxlintrc.json', 'package-lock.json', ...TYPE_RULES],
      seesTypes: true,
    },
  },
  { name: 'tipos: contrato, servidor, testes', command: 'tsc', args: types('tsconfig.json', 'server') },
  { name: 'tipos: histórias', command: 'tsc', args: types('e2e/tsconfig.json', 'stories') },
  { name: 'tipos: web', command: 'tsc', args: types('web/tsconfig.json', 'web') },
  {
    name: 'o que ninguém usa (knip)',
    command: 'knip',
    args: ['--no-progress', '--include', 'files,dependencies,unlisted,unresolved'],
  },
  { name: 'arquitetura', command: 'vitest', args: ['run', '--project', 'architecture'] },
];
