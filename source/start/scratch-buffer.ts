import {fstatSync, readSync} from 'node:fs';

/**
 * Memory that files are read into, one after the other. Memory that is new takes several times as long as the reading: of
 * the 1 to 2 MB each that the start reads, 3 to 5 ms on a virtual machine where a page that is touched first takes 10 µs.
 */
export class ScratchBuffer {
	#memory = Buffer.alloc(0);

	/**
	 * All bytes of an open regular file, as many as it is said to have; good until the next one is read.
	 * @throws what the system says
	 */
	read(descriptor: number): Buffer {
		const {size} = fstatSync(descriptor);
		if (size > this.#memory.length) {
			this.#memory = Buffer.allocUnsafeSlow(size);
		}
		let length = 0;
		for (let read = -1; read !== 0 && length < size; length += read) {
			read = readSync(descriptor, this.#memory, length, size - length, length);
		}
		return this.#memory.subarray(0, length);
	}
}
