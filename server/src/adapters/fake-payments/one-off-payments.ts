/** One-off payments of the simulated provider: by card at once, by a Pix whose code is paid later, and their refunds. */
import type { Transaction } from '../../db/client.ts';
import type { PaymentSession } from '../payments/payments.ts';
import type { Price } from '../payments/price.ts';
import type { AtCheckout, CheckoutAction } from './fake-payments.ts';
import { type FakeCheckout, type FakeCustomer, type FakePayment, saveObject } from './object-store.ts';
import type { FakePaymentSettings } from './state-changes.ts';
import { checkoutEvent, queueWebhooks, refundEvent } from './webhook-delivery.ts';

const CODE_MS = 3_600_000;
/** Stripe closes an unpaid page after a day. */
const PAGE_MS = 24 * 3_600_000;

/** The next state of a payment and its event; null where the action does nothing any more. */
type Step = { checkout: FakeCheckout; event: string } | null;

export function actOnPayment({ checkout, price }: AtCheckout, action: CheckoutAction, now: Date): Step {
  const { payment, status } = checkout;
  if (!payment) return null;
  const step = (event: string, change: Partial<FakePayment>): Step => ({
    event,
    checkout: { ...checkout, status: 'complete', payment: { ...payment, ...change } },
  });
  const isCodeShown = status === 'complete' && payment.state === 'waiting';
  if (action === 'refund' || action === 'refund-half') {
    const refunded = action === 'refund' ? price.amount : Math.floor(price.amount / 2);
    return payment.state === 'paid' && refunded > payment.refunded ? step('refunded', { refunded }) : null;
  }
  if (isCodeShown) {
    if (action === 'pix-pay') return step('async_payment_succeeded', { state: 'paid' });
    return action === 'pix-expire' ? step('async_payment_failed', { state: 'failed' }) : null;
  }
  if (status !== 'open') return null;
  if (action === 'pay') return step('completed', { method: 'card', state: 'paid' });
  const code_until = new Date(now.getTime() + CODE_MS).toISOString();
  return action === 'pix' ? step('completed', { method: 'pix', code_until }) : null;
}

/** A page that nobody paid within a day closes, and a code that nobody paid within an hour ends. */
export function expirePayment(checkout: FakeCheckout, now: Date): Step {
  const { payment, status } = checkout;
  if (payment?.state !== 'waiting') return null;
  const isCodeOver = payment.code_until !== null && payment.code_until <= now.toISOString();
  if (status === 'complete' && isCodeOver)
    return {
      event: 'async_payment_failed',
      checkout: { ...checkout, payment: { ...payment, state: 'failed' } },
    };
  const isPageOver = status === 'open' && Date.parse(payment.opened_at) + PAGE_MS <= now.getTime();
  return isPageOver ? abandonPayment(checkout) : null;
}

export const abandonPayment = (checkout: FakeCheckout): Step =>
  checkout.payment?.state === 'waiting'
    ? {
        event: 'expired',
        checkout: {
          ...checkout,
          status: checkout.status === 'open' ? 'expired' : checkout.status,
          payment: { ...checkout.payment, state: 'expired' },
        },
      }
    : null;

export async function saveStep(
  tx: Transaction,
  settings: FakePaymentSettings,
  customer: FakeCustomer,
  step: Step,
): Promise<void> {
  if (!step) return;
  await saveObject(tx, 'checkout', step.checkout, settings.clock.now());
  const isRefund = step.event === 'refunded';
  const event = isRefund ? refundEvent(step.checkout) : checkoutEvent(step.event, step.checkout, customer);
  await queueWebhooks(tx, settings, [event]);
}

export function paymentSession(
  { id, payment }: FakeCheckout,
  customer: FakeCustomer,
  { amount }: Price,
  page: string,
): PaymentSession | null {
  if (!payment) return null;
  const isCodeShown = payment.state === 'waiting' && payment.code_until !== null;
  return {
    id,
    reference: customer.reference,
    purchase_id: payment.purchase_id,
    amount,
    state: payment.state,
    method: payment.method,
    pay_until: isCodeShown && payment.code_until ? new Date(payment.code_until) : null,
    pay_url: isCodeShown ? page : null,
    refunded: payment.refunded,
  };
}
