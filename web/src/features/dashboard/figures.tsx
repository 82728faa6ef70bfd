/** The three figures, each with its course and the change against the period before. */
import { useQuery } from '@tanstack/react-query';
import type { Activity, TimeRange } from '#contract/stats.ts';
import { failureWords, messageOf } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { ActivityChart, type Figure } from './activity-chart.tsx';
import { type Change, changeOf } from './change.ts';
import { activity, userStats } from './queries.ts';
import { texts } from './texts.ts';

const figures = ['new_users', 'new_questions', 'new_sessions'] as const satisfies Figure[];

export function Figures({ range }: { range: TimeRange }) {
  const stats = useQuery(userStats(range));
  const course = useQuery(activity(range));
  if (stats.isError) {
    return (
      <Alert
        title={texts.failed}
        line={messageOf(stats.error, texts.context)}
        onRetry={() => void Promise.all([stats.refetch(), course.refetch()])}
        retrying={stats.isFetching}
      />
    );
  }
  const old = stats.isPlaceholderData || course.isPlaceholderData;
  return (
    <>
      <dl aria-busy={stats.isFetching} className="grid gap-4 sm:grid-cols-3">
        {figures.map((figure) => (
          <div key={figure} className={classes(cardLook, 'p-[18px] transition-opacity', old && 'opacity-60')}>
            <dt className="flex min-h-[22px] items-center justify-between gap-2 text-small text-ink-2">
              {texts.figures[figure]}
              {stats.data && course.data && (
                <ChangeMark change={changeOf(stats.data[figure], course.data.previous?.[figure])} />
              )}
            </dt>
            <dd className="mt-2">
              <p className="h-10 font-serif text-[36px] leading-10 font-medium">
                {stats.data ? formatNumber(stats.data[figure]) : <Skeleton className="h-9 w-24" />}
              </p>
              <Course figure={figure} course={course.data} failed={course.isError} />
            </dd>
          </div>
        ))}
      </dl>
      {course.isError && (
        <Alert
          {...failureWords(course.error, texts.chart.loadFailed)}
          onRetry={() => void course.refetch()}
          retrying={course.isFetching}
        />
      )}
    </>
  );
}

type CourseProps = { figure: Figure; course: Activity | undefined; failed: boolean };

function Course({ figure, course, failed }: CourseProps) {
  if (!course && failed) return null;
  return (
    <div className="mt-5 min-h-[75px]">
      {course ? (
        <ActivityChart key={course.unit} figure={figure} series={course.series} unit={course.unit} />
      ) : (
        <Skeleton className="h-[50px]" />
      )}
    </div>
  );
}

const marks = { up: { arrow: '↑', tone: 'ok' }, down: { arrow: '↓', tone: 'warn' } } as const;

/** `plain` where more is neither good nor bad. */
type ChangeMarkProps = { change: Change | null; plain?: boolean };

export function ChangeMark({ change, plain = false }: ChangeMarkProps) {
  if (!change) return <span className="text-tiny text-ink-3">{texts.change.none}</span>;
  if (change.direction === 'same') return <span className="text-tiny text-ink-3">{texts.change.same}</span>;
  const { arrow, tone } = marks[change.direction];
  const percent = formatNumber(change.percent);
  return (
    <span title={texts.change[change.direction](percent)}>
      <Badge tone={plain ? 'neutral' : tone}>
        <span aria-hidden="true">{`${arrow} ${percent}%`}</span>
        <span className="sr-only">{texts.change[change.direction](percent)}</span>
      </Badge>
    </span>
  );
}
