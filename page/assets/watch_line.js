// Lines between boxes, straight or bowed.

// trace goes along a line.
export function trace(draw, l) {
  draw.moveTo(l.x0, l.y0);
  if (l.bow === 0) draw.lineTo(l.x1, l.y1);
  else draw.quadraticCurveTo(l.mx, l.my, l.x1, l.y1);
}

export function stroke(draw, l, colour, wide) {
  draw.strokeStyle = colour;
  draw.lineWidth = wide;
  draw.beginPath();
  trace(draw, l);
  draw.stroke();
}

// along puts the point at a share of a line into out.
export function along(line, part, out) {
  if (line.bow === 0) {
    out.x = line.x0 + (line.x1 - line.x0) * part;
    out.y = line.y0 + (line.y1 - line.y0) * part;
    return;
  }
  const rest = 1 - part, a = rest * rest, b = 2 * rest * part, c = part * part;
  out.x = a * line.x0 + b * line.mx + c * line.x1;
  out.y = a * line.y0 + b * line.my + c * line.y1;
}
