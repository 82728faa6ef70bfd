/** Metrics of the answers that this process writes. */
import { Gauge, type Registry } from 'prom-client';
import type { ChatContext } from './run/chat-runtime.ts';

export function registerAnswerMetrics(context: Pick<ChatContext, 'chat'>, registry: Registry): void {
  const { chat: answers } = context;
  const registers = [registry];
  new Gauge({
    name: 'prosa_answers_running',
    help: 'Answers that this process is writing.',
    registers,
    collect() {
      this.set(answers.running.size);
    },
  });
  new Gauge({
    name: 'prosa_answers_ended_total',
    help: 'Answers that this process has ended, by how.',
    labelNames: ['status'],
    registers,
    collect() {
      for (const [status, count] of answers.ended) this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'prosa_answers_swept_total',
    help: 'Answers of others that died, which this process has ended.',
    registers,
    collect() {
      this.set(answers.sweeper.ended);
    },
  });
  new Gauge({
    name: 'prosa_sweeper_seconds_since',
    help: 'Since this process last looked for abandoned answers. Grows when it cannot.',
    registers,
    collect() {
      const { at } = answers.sweeper;
      if (at === null) this.reset();
      else this.set((performance.now() - at) / 1_000);
    },
  });
}
