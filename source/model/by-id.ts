/** A map by id of which a changed copy costs little, however many ids there are: most of it is shared with the map before. */

/** How many shelves there are, a power of two: a thousand ids are some thirty to a shelf. */
const count = 32;

const emptyShelf = new Map<string, never>();

/** The shelf of an id. Its last characters tell it from others: ids are counted up, and keys begin alike. */
const shelfOf = (id: string): number => {
	let sum = 0;
	for (let at = Math.max(0, id.length - 4); at < id.length; at++) {
		sum = sum * 31 + id.charCodeAt(at);
	}
	return sum % count;
};

/** Never changed in place. It is read like a Map, in no order. */
export class ById<V> {
	readonly size: number;
	readonly shelves: readonly ReadonlyMap<string, V>[];

	constructor(
		shelves: readonly ReadonlyMap<string, V>[] = Array.from({length: count}, () => emptyShelf),
		size: number = shelves.reduce((sum, shelf) => sum + shelf.size, 0),
	) {
		this.shelves = shelves;
		this.size = size;
	}

	get(id: string): V | undefined {
		return this.shelves[shelfOf(id)]?.get(id);
	}

	has(id: string): boolean {
		return this.shelves[shelfOf(id)]?.has(id) ?? false;
	}

	*values(): Generator<V> {
		for (const shelf of this.shelves) {
			yield* shelf.values();
		}
	}

	*[Symbol.iterator](): Generator<[string, V]> {
		for (const shelf of this.shelves) {
			yield* shelf;
		}
	}

	/** The ids whose values differ between this map and another one; shared shelves are skipped. */
	*changes(other: ById<V>): Generator<string> {
		for (const [at, shelf] of this.shelves.entries()) {
			const others = other.shelves[at];
			if (!others || shelf === others) {
				continue;
			}
			for (const [id, value] of shelf) {
				if (others.get(id) !== value) {
					yield id;
				}
			}
			for (const id of others.keys()) {
				if (!shelf.has(id)) {
					yield id;
				}
			}
		}
	}

	/** The map with a value for this id. */
	with(id: string, value: V): ById<V> {
		const at = shelfOf(id);
		const shelf = new Map(this.shelves[at]).set(id, value);
		return new ById(this.shelves.with(at, shelf), this.size + (this.has(id) ? 0 : 1));
	}

	/** The map with only the values for which `keeps` is true; the same map if that is all of them. */
	filter(keeps: (id: string, value: V) => boolean): ById<V> {
		const shelves = this.shelves.map(shelf => {
			const remaining = [...shelf].filter(([id, value]) => keeps(id, value));
			return remaining.length === shelf.size ? shelf : new Map(remaining);
		});
		return shelves.every((shelf, at) => shelf === this.shelves[at]) ? this : new ById(shelves);
	}

	/** The map without this id. */
	without(id: string): ById<V> {
		if (!this.has(id)) {
			return this;
		}
		const at = shelfOf(id);
		const shelf = new Map(this.shelves[at]);
		shelf.delete(id);
		return new ById(this.shelves.with(at, shelf), this.size - 1);
	}
}
