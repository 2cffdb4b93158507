import {UserError} from '../../user-error.js';

/**
 * Kind of problem:
 * - `away`: the server doesn't respond, but may come back
 * - `shard`: one of its shards doesn't respond
 * - `limit`: the query exceeded a time or memory limit
 * - `refused`: retries can't help; the command, the permissions or the setup must change
 * - `statement`: the server didn't understand the query
 * - `foreign`: the response isn't from ClickHouse, but from another service on a wrong port or, temporarily, from a proxy
 */
export type ProblemKind = 'away' | 'shard' | 'limit' | 'refused' | 'statement' | 'foreign';

/** The reason why a query failed. The message contains a fix. */
export class ServerProblem extends UserError {
	readonly kind: ProblemKind;
	/** ClickHouse's error code; undefined if the error isn't from the server. */
	readonly code: number | undefined;

	constructor(message: string, kind: ProblemKind, options: ErrorOptions & {code?: number | undefined} = {}) {
		super(message, options);
		this.kind = kind;
		this.code = options.code;
	}
}
