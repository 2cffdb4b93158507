import {UserError} from '../user-error.js';

/**
 * What kind of problem it is. `away`: there is no answer from the server, which may come back; `shard`: one of its
 * shards doesn't answer; `limit`: it took longer, or more memory, than is allowed; `refused`: nothing but a change of
 * what is written, allowed or set up helps; `statement`: the server didn't understand what it was asked; `foreign`: the
 * answer isn't one of ClickHouse, but of what is at the wrong port or, for a while, of a proxy.
 */
export type ProblemKind = 'away' | 'shard' | 'limit' | 'refused' | 'statement' | 'foreign';

/** Why a server didn't do what it was asked; the message says what to do. */
export class ServerProblem extends UserError {
	readonly kind: ProblemKind;
	/** ClickHouse's number of the error; undefined where it is none of the server's. */
	readonly code: number | undefined;

	constructor(message: string, kind: ProblemKind, options: ErrorOptions & {code?: number | undefined} = {}) {
		super(message, options);
		this.kind = kind;
		this.code = options.code;
	}
}
