import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.read.latex.mathematics import in_line


@pytest.mark.parametrize(
    ("formula", "line"),
    [
        (r"x_i^{n+1} = \frac{a+b}{2}", "x_i^(n+1) = (a+b)/2"),
        (r"\sum_{i=1}^{n} x_i \leq \|y\|_2", "∑_(i=1)^n x_i ≤ ‖y‖_2"),
        (r"f'(x) \in \mathbb{R}^2", "f′(x) ∈ ℝ^2"),
        (r"\mbox{If }G\sim H\text{ it's so}", "If G ∼ H it’s so"),
        (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "(1, 2; 3, 4)"),
        (r"\left[\begin{array}{cc}1&2\\3&4\end{array}\right]", "[1, 2; 3, 4]"),
        (r"\begin{cases} 1 & \text{if } x>0,\\ 0 & \text{else}\end{cases}", "{ 1, if x>0, 0, else"),
        (r"a &= b + c \\ &= d \label{x} \nonumber", "a = b + c, = d"),
        (r"\begin{aligned}a&=b\\&=c\end{aligned}", "a=b, =c"),
        (r"\hat{y} + \bar x + \vec{ab}", "ŷ + x̅ + ab\u20d7"),
        (r"\sqrt[3]{x+1} \cdot \sqrt2", "3√(x+1) ·√2"),
        (r"2\log n + \operatorname{tr} A", "2 log n + tr A"),
        (r"\left.\frac{dy}{dx}\right|_{x=0}", "dy/dx|_(x=0)"),
        (r"90^\circ, 3 \times 10^{-3}", "90°, 3 × 10⁻³"),
        (r"b \not= c \; a \bmod b \pmod{n}", "b ≠ c a mod b (mod n)"),
        (r"\textcolor{red}{x}\,\mathrm{kg} \tag{7}", "x kg (7)"),
        (r"\underset{x}{\max}\; f", "max_x f"),
    ],
)  # fmt: skip
def test_formulas_are_read_as_one_line(formula: str, line: str):
    assert in_line(formula) == line


def test_an_exponent_follows_the_number_before_the_formula():
    assert in_line("^{-3}", "10") == "⁻³"
    assert in_line("^{th}", "5") == "th"
    assert in_line(r"^\circ", "180 ") == "°"


@pytest.mark.parametrize(
    "formula", ["{" * 5000, "}" * 50, r"\frac" * 5000, "x^" * 5000, r"\begin{array}", "_"]
)
def test_broken_formulas_are_read(formula: str):
    assert isinstance(in_line(formula), str)


SIGNS = r"""{ } [ ] ^ _ & ' ~ a 1 ( $ \\ \\[1ex] \left \right \frac \sqrt \hat \underset \tag \not
\limits \operatorname \text{ \text \mbox{ \begin{array} \begin{cases} \end{array} \end \x"""


@given(st.lists(st.sampled_from([" ", *SIGNS.split()]), max_size=12).map("".join))
def test_any_formula_is_read(formula: str):
    assert isinstance(in_line(formula), str)
    assert isinstance(in_line(formula, "10"), str)
