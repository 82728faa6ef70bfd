/** How long the tokens will last, and the ledger to take along. */
import { Download } from 'lucide-react';
import type { TokenUsage } from '#contract/users.ts';
import { usersApi } from '#contract/users.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { writtenDay } from '../../../lib/text/day.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { texts as all } from '../texts.ts';
import { type Forecast, forecastOf } from './cycle.ts';

const texts = all.usage;

export function UsageSummary({ usage }: { usage: TokenUsage }) {
  const download = useTask(async () => {
    const { blob, filename } = await call(usersApi.usageFile, {});
    saveFile(filename, blob);
  });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-small text-ink-2">{wordsOf(forecastOf(usage))}</p>
        <Button
          size="small"
          icon={<Download className="size-4" />}
          busy={download.busy}
          onClick={download.run}
        >
          {texts.download}
        </Button>
      </div>
      {download.failure !== null && (
        <Alert
          title={texts.downloadFailed}
          line={messageOf(download.failure, texts.downloadContext)}
          onRetry={download.run}
          retrying={download.busy}
        />
      )}
    </div>
  );
}

function wordsOf(forecast: Forecast): string {
  switch (forecast.kind) {
    case 'over':
      return texts.forecast.over;
    case 'late':
      return texts.forecast.late(writtenDay(forecast.day));
    case 'enough':
      return texts.forecast.enough(writtenDay(forecast.day));
    case 'unknown':
      return texts.forecast.unknown;
  }
}
