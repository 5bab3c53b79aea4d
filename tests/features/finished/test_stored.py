"""Reviews as 0.1.0 stored them."""

from typing import Final

from bot.features.finished.values import StoredCost, StoredReview

OLD_REVIEW: Final = (
    b'{"expected":[[1.5,2.0]],"luck":[0.5],"others":[1.0],'
    b'"costly":[{"turn":3,"before":14,"cost":1.25,"played":"a","better":"b"}]}'
)


def test_a_review_of_0_1_0_is_read_and_written_as_it_was() -> None:
    review = StoredReview(((1.5, 2.0),), (0.5,), (1.0,), (StoredCost(3, 14, 1.25, "a", "b"),))
    assert StoredReview.load(OLD_REVIEW) == review
    assert review.dump() == OLD_REVIEW
