/** The dependencies of counters, and the questions that wait in this process. */
import type { AppContext } from '../../app-context.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';

/** Questions that wait for their turn, by counter. */
export type CounterQueue = Map<number, number>;

export type CounterContext = AppContext & ChatContext & { counterQueue: CounterQueue };
