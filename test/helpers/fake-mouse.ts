import type {Mouse} from '../../source/view/terminal/mouse.js';
import type {MouseEvent} from '../../source/view/terminal/mouse-report.js';

/** A mouse that tests control. Columns and lines count from 0. */
export type FakeMouse = Mouse & {
	click(x: number, y: number): void;
	wheel(direction: 'Up' | 'Down', isFar?: boolean): void;
};

/** Returns a mouse that is off at first. */
export function fakeMouse(): FakeMouse {
	const listeners = new Set<(event: MouseEvent) => void>();
	let on = false;
	const send = (event: MouseEvent): void => {
		for (const listener of on ? listeners : []) {
			listener(event);
		}
	};
	return {
		isOn: () => on,
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		set(next) {
			on = next;
		},
		hold() {},
		end() {},
		click: (x, y) => send({type: 'click', x, y, isFar: false}),
		wheel: (direction, isFar = false) => send({type: `wheel${direction}`, x: 0, y: 8, isFar}),
	};
}
