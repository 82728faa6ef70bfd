/** A result of a data source: its filters, its table or chart, and the way to its rows. */
import { Calculator, Download, Rows3 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { chatApi } from '#contract/chat.ts';
import type { Adjustment } from '#contract/chat-record.ts';
import type { TableResult } from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import { call } from '../../../api/client.ts';
import { failureWords } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { SourceNumber } from '../sources/source-cards.tsx';
import { type ChartData, chartData } from './charts/chart-data.ts';
import { Alternatives, type AskPlan, Chips } from './filters/chips.tsx';
import type { ResultPlace } from './filters/filter-columns.ts';
import { HowDialog, RowsDialog } from './result-dialogs.tsx';
import { ResultTable } from './result-table.tsx';
import { texts } from './texts.ts';
import '../../../ui/scroll/room-beside.css';

// Loaded on demand: the drawing library is larger than everything else here, and most results have no chart.
const { Component: ResultChart } = fetched(
  async () => (await import('./charts/result-chart.tsx')).ResultChart,
);

export type ResultBlockProps = {
  result: TableResult;
  /** The stored answer; undefined while it has no id. */
  messageId: number | undefined;
  /** Asks an edited plan; undefined while nothing may be asked. */
  onAdjust: ((question: string, adjustment: Adjustment) => void) | undefined;
};

export function ResultBlock({ result, messageId, onAdjust }: ResultBlockProps) {
  const { index, understood } = result;
  const data = chartData(result);
  const [view, setView] = useState<View>(data ? 'chart' : 'table');
  const place = messageId === undefined ? undefined : { id: messageId, index };
  const ask: AskPlan | undefined =
    onAdjust && place
      ? (question, plan) => onAdjust(question, { message_id: place.id, index, plan })
      : undefined;
  return (
    <>
      <header className="result-rest grid grid-cols-[minmax(0,1fr)] gap-2.5 px-4 pt-3.5 pb-3">
        <Head result={result} view={data ? view : undefined} onView={setView} />
        <Chips result={result} place={place} onAsk={ask} />
        <Alternatives result={result} onAsk={ask} />
      </header>
      <div className="border-t border-line">
        {data && view === 'chart' ? (
          <div className="result-rest">
            <Suspense fallback={<ChartPlace data={data} />}>
              <ResultChart data={data} label={understood} />
            </Suspense>
            <ResultTable result={result} hidden />
          </div>
        ) : (
          <Body result={result} place={place} />
        )}
      </div>
      <Foot result={result} place={place} />
    </>
  );
}

type View = 'table' | 'chart';
type HeadProps = {
  result: TableResult;
  /** Undefined where there is only a table. */
  view: View | undefined;
  onView: (view: View) => void;
};

function Head({ result, view, onView }: HeadProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        {result.index > 0 && (
          <span className="mt-0.5">
            <SourceNumber index={result.index} />
          </span>
        )}
        <div className="min-w-0">
          <h3 className="text-body leading-snug font-semibold wrap-anywhere">{result.understood}</h3>
          <p className="mt-0.5 text-small text-ink-3 wrap-anywhere">{result.data_source_name}</p>
        </div>
      </div>
      {view && (
        <Segmented
          label={texts.view}
          value={view}
          options={[
            { value: 'table', label: texts.table },
            { value: 'chart', label: texts.chart },
          ]}
          onChange={onView}
        />
      )}
    </div>
  );
}

const ChartPlace = ({ data }: { data: ChartData }) => (
  <div data-skeleton className="px-4 py-3.5">
    <div style={{ height: data.kind === 'bar' ? data.points.length * 34 : 248 }}>
      <Skeleton className="size-full" />
    </div>
  </div>
);

type Group = { place: number; label: string };
type PartProps = { result: TableResult; place: ResultPlace | undefined };

function Body({ result, place }: PartProps) {
  const [group, setGroup] = useState<Group>();
  const { columns, rows, plan } = result;
  const [only] = rows;
  if (!only) {
    return (
      <div className="px-4 py-5">
        <p className="font-medium">{texts.empty}</p>
        {result.chips.length > 0 && <p className="mt-0.5 text-small text-ink-2">{texts.emptyLine}</p>}
      </div>
    );
  }
  const isFigures = !plan.rows && plan.group_by.length === 0;
  if (!isFigures) {
    const open = (at: number, label: string) => setGroup({ place: at, label });
    return (
      <>
        <ResultTable result={result} onGroup={place && !plan.rows ? open : undefined} />
        {group && place && <RowsDialog place={place} group={group} onClose={() => setGroup(undefined)} />}
      </>
    );
  }
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 px-4 py-3.5">
      {columns.map((column, place) => (
        <div key={column.name} className="min-w-0">
          <dt className="text-small text-ink-2">{column.label}</dt>
          <dd className="display mt-1 text-[26px] leading-tight lining-nums wrap-anywhere">
            {tableCellWords(only[place], column)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Foot({ result, place }: PartProps) {
  const [opened, setOpened] = useState<'rows' | 'how'>();
  const download = useTask(async () => {
    if (!place) return;
    const { blob, filename } = await call(chatApi.resultCsv, { params: place });
    saveFile(filename, blob);
  });
  const close = () => setOpened(undefined);
  return (
    <footer className="result-rest border-t border-line px-4 py-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="py-1 text-small text-ink-3 tabular-nums">
          {texts.readAt(result.rows_considered, formatDateTime(result.read_at))}
        </p>
        {place && (
          <div className="-mx-2.5 flex flex-wrap">
            <Button
              variant="ghost"
              size="small"
              icon={<Download className="size-4" />}
              busy={download.busy}
              onClick={download.run}
            >
              {texts.csv}
            </Button>
            <Button
              variant="ghost"
              size="small"
              icon={<Rows3 className="size-4" />}
              onClick={() => setOpened('rows')}
            >
              {texts.seeRows}
            </Button>
            <Button
              variant="ghost"
              size="small"
              icon={<Calculator className="size-4" />}
              onClick={() => setOpened('how')}
            >
              {texts.how}
            </Button>
          </div>
        )}
      </div>
      {download.failure !== null && (
        <Alert
          {...failureWords(download.failure, texts.csvFailed)}
          onRetry={download.run}
          retrying={download.busy}
          className="my-2"
        />
      )}
      {place && opened === 'rows' && <RowsDialog place={place} onClose={close} />}
      {place && opened === 'how' && <HowDialog place={place} onClose={close} />}
    </footer>
  );
}
