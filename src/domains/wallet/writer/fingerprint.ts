/** The meaning of a request in a few characters: what must be equal for the same key to be the same request. */
import { hash } from 'node:crypto';
import type { HoldRequest, MoneyRequest } from '../types.ts';

function spent({ spendOn, replacesHoldId }: HoldRequest): unknown[] {
  return spendOn === undefined && replacesHoldId === undefined ? [] : [spendOn, replacesHoldId];
}

function meaning(request: MoneyRequest): unknown[] {
  switch (request.kind) {
    case 'CONSUME': {
      const { place, third } = request;
      // A terminal's record stays itself when the terminal has been moved, or its clock corrected across a meal, since.
      const where = place.deviceSeq
        ? [place.deviceId, place.mode]
        : [place.restaurantId, place.deploySiteId, place.deviceId, place.mealPeriodId, place.mode];
      return [...where, place.deviceSeq, place.orderId, request.meaning, third?.channel, third?.amountFen];
    }
    case 'RECHARGE':
      return [request.amountFen, request.giftFen ?? 0, request.channel];
    case 'SUPPLEMENT':
      return [
        request.amountFen,
        request.originalPostingId,
        request.place?.deviceId,
        request.place?.mealPeriodId,
        ...(request.third ? [request.third.channel, request.third.amountFen] : []),
      ];
    case 'REVERSE':
      return [request.originalPostingId, request.amountFen, request.expiredLot ?? 'LOT'];
    case 'REFUND':
      return [request.amountFen, request.channel];
    case 'SUBSIDY_GRANT':
      return [request.amountFen, request.purse ?? 'SUBSIDY', request.batchId ?? 0, request.expiresOn];
    case 'SUBSIDY_RETURN':
      return [request.amountFen, request.walletId, request.batchId];
    case 'SUBSIDY_CLEAR':
      return [request.walletId];
    case 'CARD_FEE':
    case 'CARD_DEPOSIT':
    case 'CARD_DEPOSIT_RETURN':
      return [request.amountFen, request.by];
    case 'ADJUST':
      return [request.amountFen, request.purse, request.walletId];
    case 'HOLD':
      // Keys of before these came must go on meaning what they meant.
      return [request.amountFen, request.purpose, ...spent(request)];
    case 'HOLD_POST':
      return [request.holdId, request.amountFen, ...(request.absent ? ['absent'] : [])];
    case 'HOLD_VOID':
      return [request.holdId];
    case 'DEPOSIT':
    case 'CASH_OUT':
      return [request.amountFen];
  }
}

/** 27 characters over kind, person and figures. */
export function printOf(kind: MoneyRequest['kind'], personId: number, figures: readonly unknown[]): string {
  return hash('sha1', JSON.stringify([kind, personId, ...figures]), 'base64url');
}

/** The fingerprint of a request. Times, operator and reason may differ between two tries. */
export function fingerprint(request: MoneyRequest): string {
  return printOf(request.kind, request.personId, meaning(request));
}
