import type {MoveCommand} from './planned-move.js';

/** What waits for a page. */
export type Waiting =
	| {readonly command: MoveCommand; readonly times: number}
	/** The page has become larger than its rows. */
	| {readonly command: 'fill'}
	| {readonly command: 'run'; readonly run: () => void};

/** Moves that wait for their turn. */
export type WaitingMoves = {
	/** Equal moves are added up: a key held down over a slow store is carried out in one step, and none is lost. */
	add(move: Waiting): void;
	/** Takes the first one out. */
	next(): Waiting | undefined;
	clear(): void;
};

/** What the keys have asked for and is not carried out yet, in their order. */
export function waitingMoves(): WaitingMoves {
	const moves: Waiting[] = [];
	return {
		add(move) {
			const last = moves.at(-1);
			if (last && 'times' in last && 'times' in move && last.command === move.command) {
				moves[moves.length - 1] = {command: move.command, times: last.times + move.times};
			} else {
				moves.push(move);
			}
		},
		next: () => moves.shift(),
		clear() {
			moves.length = 0;
		},
	};
}
