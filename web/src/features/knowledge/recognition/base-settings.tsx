/** The switches of a base; each is saved when it is changed. */
import { useQueryClient } from '@tanstack/react-query';
import type { KnowledgeBase } from '#contract/knowledge.ts';
import { validityApi } from '#contract/validity.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { keepBase } from '../queries.ts';
import { texts as all } from './texts.ts';

const texts = all.settings;

type Settings = Partial<Pick<KnowledgeBase, 'ocr' | 'keep_page_images' | 'validity'>>;

export function BaseSettings({ base }: { base: KnowledgeBase }) {
  const cache = useQueryClient();
  const change = useTask(async (settings: Settings) => {
    await keepBase(
      cache,
      await call(validityApi.changeSettings, { params: { id: base.id }, body: settings }),
    );
  });
  const canRecognise = base.ocr_engine !== null;
  return (
    <Card title={texts.title} line={texts.line}>
      <div className="grid gap-5">
        {change.failure !== null && <Alert title={failureText(change.failure, texts.failed)} />}
        <Switch
          label={texts.ocr}
          line={base.ocr_engine === null ? texts.ocrOff : texts.ocrLine(base.ocr_engine)}
          checked={base.ocr && canRecognise}
          disabled={change.busy || !canRecognise}
          onChange={(ocr) => change.run({ ocr })}
        />
        <Switch
          label={texts.images}
          line={texts.imagesLine}
          checked={base.keep_page_images}
          disabled={change.busy || !canRecognise}
          onChange={(keep_page_images) => change.run({ keep_page_images })}
        />
        <Switch
          label={texts.validity}
          line={texts.validityLine}
          checked={base.validity}
          disabled={change.busy}
          onChange={(validity) => change.run({ validity })}
        />
      </div>
    </Card>
  );
}
