import {useEffect} from 'react';

/**
 * Draws the whole screen anew after every change of the terminal's size. Node tells of a size only when it
 * differs from the last one: a terminal that was made small and large again before the process could look has
 * lost what it showed, and nobody would know.
 * @param isSuspended - whether the terminal is somebody else's at this time
 */
export function useRedrawOnResize(redraw: () => void, isSuspended: () => boolean): void {
	useEffect(() => {
		let planned: NodeJS.Immediate | undefined;
		const onChange = (): void => {
			// When React has laid out the new size.
			planned ??= setImmediate(() => {
				planned = undefined;
				if (!isSuspended()) {
					redraw();
				}
			});
		};

		process.on('SIGWINCH', onChange);
		return () => {
			process.off('SIGWINCH', onChange);
			clearImmediate(planned);
		};
	}, [redraw, isSuspended]);
}
