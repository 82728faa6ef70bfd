/** Counts every model call and, where tracing is on, records it as a span. Spans hold figures and codes, no texts. */
import type { Embedder, Model, Models, OpenModel } from '../models/model.ts';
import type { Span, Tracer } from './tracer.ts';

export type ModelFigures = {
  called(call: { provider: string; purpose: 'answer' | 'step' | 'embedding' }): void;
  firstWord(provider: string, seconds: number): void;
  used(call: { provider: string; direction: 'input' | 'output' }, tokens: number): void;
  failed(call: { provider: string; code: string }): void;
};

export function observeModels(models: Models, figures: ModelFigures, tracer: Tracer | null): Models {
  // Always the same object for a model: callers key their state by it.
  const known = new WeakMap<Model, Model>();
  const sinks = { figures, tracer };
  const observed = (opened: OpenModel): OpenModel => {
    const { entry, model, local } = opened;
    const seen =
      known.get(model) ??
      observeModel(model, { provider: local ? 'local' : entry.provider, id: entry.id }, sinks);
    known.set(model, seen);
    return { ...opened, model: seen };
  };
  const observing = (open: OpenModel | null) => open && observed(open);
  // The catalogue is replaced while the process runs: everything but the models is read from the holder itself.
  return Object.assign(Object.create(models) as Models, {
    open: (...asked: Parameters<Models['open']>) => observing(models.open(...asked)),
    openSteps: (...asked: Parameters<Models['openSteps']>) => models.openSteps(...asked).map(observed),
    ...(models.embedder ? { embedder: observeEmbedder(models.embedder, sinks) } : {}),
  });
}

type Sinks = { figures: ModelFigures; tracer: Tracer | null };
type Named = { provider: string; id: string };

function observeModel(model: Model, named: Named, { figures, tracer }: Sinks): Model {
  const { provider, id } = named;
  return async (call, onText) => {
    const began = performance.now();
    figures.called({ provider, purpose: call.form ? 'step' : 'answer' });
    const span = spanOf(tracer, `chat ${id}`, named);
    let said = false;
    let failure: string | null = 'left';
    try {
      const last = await model(call, (text) => {
        if (!said) {
          said = true;
          const ms = performance.now() - began;
          figures.firstWord(provider, ms / 1_000);
          span?.set({ 'prosa.first_word_ms': Math.round(ms) });
        }
        onText(text);
      });
      if (last?.usage) {
        const { input, output } = last.usage;
        figures.used({ provider, direction: 'input' }, input);
        figures.used({ provider, direction: 'output' }, output);
        span?.set({ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output });
      }
      if (last?.type === 'failed') figures.failed({ provider, code: last.code });
      if (last) failure = last.type === 'failed' ? last.code : null;
      return last;
    } finally {
      // Aborted by the caller: a stop, or a limit.
      if (failure === 'left') span?.set({ 'prosa.cut': true });
      span?.end(failure === 'left' ? null : failure);
    }
  };
}

function observeEmbedder(embedder: Embedder, { figures, tracer }: Sinks): Embedder {
  const [provider = ''] = embedder.name.split('/');
  return {
    ...embedder,
    async embed(texts, signal, use) {
      figures.called({ provider, purpose: 'embedding' });
      const span = spanOf(tracer, `embeddings ${embedder.name}`, { provider, id: embedder.name });
      try {
        const embedded = await embedder.embed(texts, signal, use);
        if (embedded.tokens !== null) figures.used({ provider, direction: 'input' }, embedded.tokens);
        span?.end();
        return embedded;
      } catch (error) {
        figures.failed({ provider, code: 'embedding_failed' });
        span?.end('embedding_failed');
        throw error;
      }
    },
  };
}

function spanOf(tracer: Tracer | null, name: string, { provider, id }: Named): Span | null {
  if (!tracer?.isTracing()) return null;
  return tracer.start(name, 'client', {
    attributes: { 'gen_ai.provider.name': provider, 'gen_ai.request.model': id },
  });
}
