// Cards that fly between places of the table. Decoration only: what is true is
// on the page already, and who wants little motion sees none of this.

/** Whether motion is to be kept to the least. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const FLIGHT = 280;
const MOST = 6;

/** Lets some card backs fly from one element's middle to another's. */
export function fly(from: Element | null, to: Element | null, cards: number): void {
  if (!from || !to || calm() || document.hidden) return;
  const start = middle(from);
  const end = middle(to);
  for (let i = 0; i < Math.min(cards, MOST); i++) {
    const ghost = document.createElement("span");
    ghost.className = "card back ghost";
    document.body.append(ghost);
    const at = ({ x, y }: Point, turn: number) => `translate(${x}px, ${y}px) translate(-50%, -50%) rotate(${turn}deg)`;
    const flight = ghost.animate(
      [
        { transform: at(start, -12 + 6 * i), opacity: 1 },
        { transform: at(end, 8 * i - 10), opacity: 1 },
      ],
      { duration: FLIGHT - 20, delay: i * 20 > FLIGHT ? 0 : i * 12, easing: "cubic-bezier(0.2, 0.8, 0.25, 1)", fill: "backwards" },
    );
    flight.onfinish = () => ghost.remove();
    flight.oncancel = () => ghost.remove();
  }
}

interface Point {
  x: number;
  y: number;
}

function middle(element: Element): Point {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + Math.min(box.height, 160) / 2 };
}
