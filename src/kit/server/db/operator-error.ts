/**
 * A start that cannot go on for a reason the operator can mend (folder, port, second server, foreign database).
 * The entry prints `message` alone, without a stack, and leaves with status 1.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
